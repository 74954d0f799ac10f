package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.boundary.PolicyViolation;
import java.util.Objects;
import java.util.Optional;

/** Reads the ProviderConfig that a TenantCluster uses. Thread-safe. */
@FunctionalInterface
public interface ClusterProviderReader {
    /**
     * Returns the ProviderConfig that the cluster names, otherwise the default of the platform.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the API is not reachable
     */
    Use read(TenantCluster cluster);

    /**
     * The ProviderConfig of a cluster.
     *
     * @param config empty if it does not exist yet or the cluster must not use it
     * @param violation why the cluster must not use it
     */
    record Use(Optional<ProviderConfig> config, Optional<PolicyViolation> violation) {
        public Use {
            Objects.requireNonNull(config, "config");
            Objects.requireNonNull(violation, "violation");
        }
    }
}
