package dev.butlerlabs.core.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/** A tree of values, each with the place where it was written. */
sealed interface Value {
    SourcePosition position();

    /** What a value is, for a sentence. */
    String phrase();

    /** A single value, as it was written. */
    record Scalar(String text, Kind kind, SourcePosition position) implements Value {
        @Override
        public String phrase() {
            return kind.phrase;
        }

        /** The text may be a secret. */
        @Override
        public String toString() {
            return "Scalar[" + kind + "]";
        }
    }

    /** How a single value reads without knowing what it is for. */
    enum Kind {
        TEXT("text"),
        WHOLE("a whole number"),
        FRACTION("a number with a fraction"),
        TRUTH("true or false"),
        NOTHING("nothing");

        private final String phrase;

        Kind(String phrase) {
            this.phrase = phrase;
        }
    }

    /** Values in order. */
    record Sequence(List<Value> items, SourcePosition position) implements Value {
        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public String phrase() {
            return "a list";
        }
    }

    /** Values by name. */
    record Mapping(SequencedMap<String, Entry> entries, SourcePosition position) implements Value {
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

    /** A name and what it stands for. */
    record Entry(SourcePosition keyPosition, Value value) {
        /** Where people look for it: a single value itself, but the name of a map or list, which begins on a later line. */
        SourcePosition position() {
            return value instanceof Scalar ? value.position() : keyPosition;
        }

        boolean isNothing() {
            return value instanceof Scalar scalar && scalar.kind() == Kind.NOTHING;
        }

        /** People write {@code ""} for "not set"; a key that may be left out is then left out. */
        boolean isEmptyText() {
            return value instanceof Scalar scalar
                    && scalar.kind() == Kind.TEXT
                    && scalar.text().isEmpty();
        }
    }
}
