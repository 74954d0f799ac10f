package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.provider.clusterapi.TenantAddresses;
import java.util.Objects;
import java.util.Optional;

/** Assigns addresses to tenant clusters. Implementations are thread-safe, and all methods are idempotent. */
public interface TenantAddressProvider {
    /**
     * Requests the addresses of a cluster, or returns those it has.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the API is not reachable
     */
    Answer provide(TenantCluster cluster, ProviderConfig provider);

    /**
     * Releases the addresses of a cluster.
     *
     * @return empty once all are released, otherwise a message that says what is pending
     */
    Optional<String> release(TenantCluster cluster);

    /** The state of an address request. Reasons are single CamelCase words. */
    sealed interface Answer {
        /**
         * The addresses are assigned.
         *
         * @param nodes the IPAllocation of the node addresses
         * @param loadBalancers the IPAllocation of the load balancer addresses
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

        /** The addresses are not assigned yet. */
        record Pending(String reason, String message) implements Answer {}

        /** The request cannot be served until a user changes something. */
        record Refused(String reason, String message) implements Answer {}
    }
}
