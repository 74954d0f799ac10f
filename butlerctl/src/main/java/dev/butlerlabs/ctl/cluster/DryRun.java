package dev.butlerlabs.ctl.cluster;

import java.util.Locale;

/** Whether a change is made, or only looked at: here, or by the server. */
enum DryRun {
    NONE,
    CLIENT,
    SERVER;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
