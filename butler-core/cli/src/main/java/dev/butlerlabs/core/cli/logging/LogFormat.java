package dev.butlerlabs.core.cli.logging;

import java.util.Locale;

/** The forms of a log line. */
public enum LogFormat {
    TEXT,
    JSON;

    /** The word typed after {@code --log-format}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
