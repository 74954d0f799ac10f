package dev.butlerlabs.core.tenant;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Returns how long to wait for a change of an object: long if a watch reports it, short until the watches have started. */
final class PollIntervals {
    private final TenantOptions options;
    private final BooleanSupplier watched;

    PollIntervals(TenantOptions options, BooleanSupplier watched) {
        this.options = options;
        this.watched = watched;
    }

    Duration forChange() {
        return watched.getAsBoolean() ? options.resync() : options.recheck();
    }
}
