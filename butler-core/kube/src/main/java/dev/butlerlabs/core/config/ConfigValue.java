package dev.butlerlabs.core.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** A tree of values with their positions. */
sealed interface ConfigValue {
    SourcePosition position();

    /** Returns a description of the value for messages. */
    String phrase();

    /** A scalar as written. */
    record Scalar(String text, Kind kind, SourcePosition position) implements ConfigValue {
        @Override
        public String phrase() {
            return kind.phrase;
        }

        /** Omits the text, which may be a secret. */
        @Override
        public String toString() {
            return "Scalar[" + kind + "]";
        }
    }

    /** The type of a scalar according to its notation. */
    enum Kind {
        TEXT("text"),
        WHOLE("an integer"),
        FRACTION("a decimal number"),
        TRUTH("a boolean"),
        NOTHING("nothing");

        private final String phrase;

        Kind(String phrase) {
            this.phrase = phrase;
        }
    }

    /** A list of values. */
    record Sequence(List<ConfigValue> items, SourcePosition position) implements ConfigValue {
        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String phrase() {
            return "a list";
        }
    }

    /** A map of values. */
    record Mapping(SequencedMap<String, Entry> entries, SourcePosition position) implements ConfigValue {
        public Mapping {
            entries = new LinkedHashMap<>(entries);
        }

        static Mapping empty(SourcePosition position) {
            return new Mapping(new LinkedHashMap<>(Map.of()), position);
        }

        @Override
        public String phrase() {
            return "a map";
        }
    }

    /** A key and its value. */
    record Entry(SourcePosition keyPosition, ConfigValue value) {
        /**
         * Returns the position for messages: that of a scalar itself, but that of the key for a map or list, which starts on a
         * later line.
         */
        SourcePosition position() {
            return value instanceof Scalar ? value.position() : keyPosition;
        }

        boolean isNothing() {
            return value instanceof Scalar scalar && scalar.kind() == Kind.NOTHING;
        }

        /**
         * Returns whether the value is {@code ""}, which users write for "not set". An optional key is then treated as missing.
         */
        boolean isEmptyText() {
            return value instanceof Scalar scalar
                    && scalar.kind() == Kind.TEXT
                    && scalar.text().isEmpty();
        }
    }
}
