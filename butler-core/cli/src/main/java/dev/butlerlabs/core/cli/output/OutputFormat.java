package dev.butlerlabs.core.cli.output;

import java.util.Locale;

/** The forms in which data is printed. */
public enum OutputFormat {
    TABLE,
    WIDE,
    JSON,
    YAML,
    NAME;

    /** The word typed after {@code -o}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
