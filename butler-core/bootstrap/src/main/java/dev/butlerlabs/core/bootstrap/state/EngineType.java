package dev.butlerlabs.core.bootstrap.state;

import java.util.Locale;

/** The engines that a bootstrap can use. */
public enum EngineType {
    AUTO,
    KIND,
    EMBEDDED,
    EXISTING;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
