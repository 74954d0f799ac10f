package dev.butlerlabs.core.tenant;

import java.time.Duration;

/** How long to wait for a change of a part: long where a watch tells of it, not so where the kind came after the watches were opened. */
final class Patience {
    private final TenantOptions options;
    private volatile boolean watched;

    Patience(TenantOptions options) {
        this.options = options;
    }

    void watching(boolean everything) {
        watched = everything;
    }

    Duration forChange() {
        return watched ? options.resync() : options.recheck();
    }
}
