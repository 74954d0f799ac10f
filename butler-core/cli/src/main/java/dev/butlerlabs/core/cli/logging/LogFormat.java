package dev.butlerlabs.core.cli.logging;

import java.util.Locale;

/** Formats of log lines. */
public enum LogFormat {
    TEXT,
    JSON;

    /** Returns the value for {@code --log-format}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
