package dev.butlerlabs.adm.bootstrap;

import java.util.Locale;

/** The engines to choose from. */
enum EngineKind {
    AUTO,
    KIND,
    EMBEDDED,
    EXISTING;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
