package dev.butlerlabs.ctl.cluster;

import java.util.Locale;

/** Where a dry run is evaluated, if at all. */
enum DryRunMode {
    NONE,
    CLIENT,
    SERVER;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
