package dev.butlerlabs.core.cli.output;

import java.util.Locale;

/** Output formats. */
public enum OutputFormat {
    TABLE,
    WIDE,
    JSON,
    YAML,
    NAME;

    /** Returns the value for {@code -o}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
