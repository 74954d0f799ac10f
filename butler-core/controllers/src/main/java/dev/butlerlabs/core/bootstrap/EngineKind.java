package dev.butlerlabs.core.bootstrap;

import java.util.Locale;

/** The engines to choose from. */
public enum EngineKind {
    AUTO,
    KIND,
    EMBEDDED,
    EXISTING;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
