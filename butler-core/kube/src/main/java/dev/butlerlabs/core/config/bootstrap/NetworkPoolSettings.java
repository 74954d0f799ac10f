package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.NetworkPoolSpec;
import java.util.Objects;

/** The NetworkPool for tenant clusters, created on the management cluster at the end of the bootstrap. */
public record NetworkPoolSettings(String name, NetworkPoolSpec spec) {
    public NetworkPoolSettings {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(spec, "spec");
    }
}
