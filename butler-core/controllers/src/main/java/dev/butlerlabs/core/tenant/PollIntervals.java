package dev.butlerlabs.core.tenant;

import java.time.Duration;

/**
 * Returns how long to wait for a change of an object: long if a watch reports it, short if the CRD was installed after the watches were
 * started.
 */
final class PollIntervals {
    private final TenantOptions options;
    private volatile boolean watched;

    PollIntervals(TenantOptions options) {
        this.options = options;
    }

    void watching(boolean everything) {
        watched = everything;
    }

    Duration forChange() {
        return watched ? options.resync() : options.recheck();
    }
}
