package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.version.VersionContract;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a value of a machine configuration looks like, as {@code shapes.txt} says it. */
public sealed interface Shape {
    /** A map with known fields. */
    record Struct(String name, Map<String, Field> fields) implements Shape {}

    /** A list of equal items. */
    record Items(Shape item) implements Shape {}

    /** A map whose keys are up to the user. */
    record Entries(Shape value) implements Shape {}

    /** Arguments of a program: a text or a list of texts each. */
    record Arguments() implements Shape {}

    /** Anything at all. */
    record Free() implements Shape {}

    /** One text, number or truth value. */
    record Scalar(Type type, List<String> words) implements Shape {
        public Scalar {
            words = List.copyOf(words);
        }
    }

    /** The kinds of single values. */
    enum Type {
        TEXT("text"),
        TRUTH("true or false"),
        WHOLE("a whole number"),
        URL("a URL"),
        MANIFEST("text"),
        ANY("a single value"),
        WORD("one of the known words");

        private final String phrase;

        Type(String phrase) {
            this.phrase = phrase;
        }

        String phrase() {
            return phrase;
        }
    }

    /**
     * One field of a struct.
     *
     * @param optional whether it may be absent, so that a zero value which is written is meant
     * @param always whether it is written also when it holds nothing
     * @param merge how a patch is merged into it
     * @param since the first Talos that knows it, when not all do
     */
    record Field(
            String name, Shape shape, boolean optional, boolean always, Merge merge, Optional<VersionContract> since) {}

    /** How a patch meets what is there. */
    sealed interface Merge {
        /** Lists grow, maps and structs are merged entry by entry, single values are replaced. */
        record Usual() implements Merge {}

        /** The whole is replaced. */
        record Replace() implements Merge {}

        /** Items are merged into the item with the same value in one of these fields; the first that a new item has decides. */
        record ByKey(List<String> keys) implements Merge {
            public ByKey {
                keys = List.copyOf(keys);
            }
        }

        /** Items replace the item with the same value in this field. */
        record SwapByKey(String key) implements Merge {}
    }
}
