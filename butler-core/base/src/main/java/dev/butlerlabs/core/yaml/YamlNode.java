package dev.butlerlabs.core.yaml;

import java.util.List;
import java.util.Objects;

/** A value of a YAML document with its position. Aliases and merge keys are resolved, and no node contains itself. */
public sealed interface YamlNode {
    YamlPosition start();

    YamlPosition end();

    /** How a collection or a scalar is written. */
    enum Style {
        /** On lines of its own; for a scalar, a literal or folded block. */
        BLOCK,
        /** In braces, brackets or quotes. */
        FLOW,
        /** A scalar without quotes. */
        PLAIN
    }

    /**
     * A map.
     *
     * @param entries in the order of the text; a key can occur more than once
     */
    record Mapping(List<Entry> entries, Style style, YamlPosition start, YamlPosition end) implements YamlNode {
        public Mapping {
            entries = List.copyOf(entries);
            Objects.requireNonNull(style, "style");
        }
    }

    /** A key with its value. */
    record Entry(YamlNode key, YamlNode value) {}

    /** A list. */
    record Sequence(List<YamlNode> items, Style style, YamlPosition start, YamlPosition end) implements YamlNode {
        public Sequence {
            items = List.copyOf(items);
            Objects.requireNonNull(style, "style");
        }
    }

    /** What a scalar means in the core schema of YAML 1.2. */
    enum Kind {
        TEXT,
        INTEGER,
        FLOAT,
        BOOLEAN,
        NULL,
        /** It has a tag that is not part of the core schema. */
        OTHER
    }

    /**
     * A text, number, boolean or null.
     *
     * @param text as written, without quotes and with escapes resolved
     * @param tag the full tag as written; empty if the scalar has none
     */
    record Scalar(String text, Kind kind, String tag, Style style, YamlPosition start, YamlPosition end)
            implements YamlNode {
        public Scalar {
            Objects.requireNonNull(text, "text");
            Objects.requireNonNull(kind, "kind");
        }
    }
}
