package dev.butlerlabs.core.identity;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpec;
import dev.butlerlabs.core.api.ButlerConfigSpecBuilder;
import java.util.Optional;

/** Holds the state of one reconciliation of a ButlerConfig. */
final class ButlerConfigReconcileContext {
    private final ButlerConfig config;
    private Optional<Counts> counts = Optional.empty();

    /** The numbers of objects on the platform. */
    record Counts(int teams, int clusters) {}

    ButlerConfigReconcileContext(ButlerConfig config) {
        this.config = config;
    }

    ButlerConfig config() {
        return config;
    }

    ButlerConfigSpec spec() {
        return Optional.ofNullable(config.getSpec())
                .orElseGet(() -> ButlerConfigSpecBuilder.builder().build());
    }

    void counted(Counts found) {
        counts = Optional.of(found);
    }

    /** Returns the counts; empty if they were not read this time. */
    Optional<Counts> counts() {
        return counts;
    }
}
