package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.tenant.render.TenantAddresses;
import java.util.Objects;
import java.util.Optional;

/** Who hands out addresses to tenant clusters. Both questions may be asked at any time and any number of times. */
public interface Addresses {
    /** Sees to it that the cluster has its addresses. */
    Answer provide(TenantCluster cluster, ProviderConfig provider);

    /** Takes back what the cluster had; empty once nothing is left, else what is awaited. */
    Optional<String> release(TenantCluster cluster);

    /** What came of asking for addresses. Reasons are single CamelCase words. */
    sealed interface Answer {
        /**
         * The cluster has them.
         *
         * @param nodes the IPAllocation behind the addresses of the nodes
         * @param loadBalancers the IPAllocation behind those of load balancers
         */
        record Granted(
                TenantAddresses addresses,
                Optional<LocalReference> nodes,
                Optional<LocalReference> loadBalancers,
                String message)
                implements Answer {
            public Granted {
                Objects.requireNonNull(addresses, "addresses");
                Objects.requireNonNull(nodes, "nodes");
                Objects.requireNonNull(loadBalancers, "loadBalancers");
                Objects.requireNonNull(message, "message");
            }
        }

        /** They are on their way. */
        record Pending(String reason, String message) implements Answer {}

        /** Somebody has to change something. */
        record Refused(String reason, String message) implements Answer {}
    }
}
