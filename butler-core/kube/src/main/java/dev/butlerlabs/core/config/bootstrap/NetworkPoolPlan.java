package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.NetworkPoolSpec;
import java.util.Objects;

/** A pool of addresses for tenant clusters, made on the management cluster at the end. */
public record NetworkPoolPlan(String name, NetworkPoolSpec spec) {
    public NetworkPoolPlan {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(spec, "spec");
    }
}
