package dev.butlerlabs.core.cli.output;

import java.util.Locale;

/** Output formats. */
public enum OutputFormat {
    TABLE,
    WIDE,
    JSON,
    YAML,
    NAME,
    /** A document formatted by a template of the user. */
    TEMPLATE;

    /** Returns whether a document is printed, as opposed to text for people or names. */
    public boolean isDocument() {
        return this == JSON || this == YAML || this == TEMPLATE;
    }

    /** Returns the value for {@code -o}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
