package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.version.VersionContract;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The schema of a value of a machine configuration, as defined in {@code shapes.txt}. */
public sealed interface ConfigFieldType {
    /** A map with known fields. */
    record Struct(String name, Map<String, Field> fields) implements ConfigFieldType {}

    /** A list of items with the same schema. */
    record Items(ConfigFieldType item) implements ConfigFieldType {}

    /** A map with arbitrary keys. */
    record Entries(ConfigFieldType value) implements ConfigFieldType {}

    /** Program arguments: a string or a list of strings each. */
    record Arguments() implements ConfigFieldType {}

    /** Any value. */
    record Free() implements ConfigFieldType {}

    /** A string, number or boolean. */
    record Scalar(Type type, List<String> words) implements ConfigFieldType {
        public Scalar {
            words = List.copyOf(words);
        }
    }

    /** The types of scalars. */
    enum Type {
        TEXT("text"),
        TRUTH("true or false"),
        WHOLE("an integer"),
        URL("a URL"),
        MANIFEST("text"),
        ANY("a scalar"),
        WORD("one of the allowed values");

        private final String phrase;

        Type(String phrase) {
            this.phrase = phrase;
        }

        String phrase() {
            return phrase;
        }
    }

    /**
     * A field of a struct.
     *
     * @param optional whether it can be absent, so that an explicit zero value is meaningful
     * @param always whether it is written even if it is empty
     * @param merge how a patch is merged into it
     * @param since first Talos version with this field, if not all have it
     */
    record Field(
            String name,
            ConfigFieldType shape,
            boolean optional,
            boolean always,
            Merge merge,
            Optional<VersionContract> since) {}

    /** How a patch is merged. */
    sealed interface Merge {
        /** Lists are appended, maps and structs are merged by entry, scalars are replaced. */
        record Usual() implements Merge {}

        /** The whole value is replaced. */
        record Replace() implements Merge {}

        /**
         * Items are merged into the item with the same value in one of these fields; the first field that a new item has is used.
         */
        record ByKey(List<String> keys) implements Merge {
            public ByKey {
                keys = List.copyOf(keys);
            }
        }

        /** Items replace the item with the same value in this field. */
        record SwapByKey(String key) implements Merge {}
    }
}
