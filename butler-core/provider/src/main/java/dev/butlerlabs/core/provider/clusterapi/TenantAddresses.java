package dev.butlerlabs.core.provider.clusterapi;

import dev.butlerlabs.core.api.AddressRange;
import java.util.Objects;
import java.util.Optional;

/**
 * The addresses that Butler assigns to a tenant cluster. Immutable.
 *
 * @param nodes for its workers; empty if the infrastructure assigns them
 * @param loadBalancers for its Services of type LoadBalancer
 */
public record TenantAddresses(Optional<AddressRange> nodes, Optional<AddressRange> loadBalancers) {
    public TenantAddresses {
        Objects.requireNonNull(nodes, "nodes");
        Objects.requireNonNull(loadBalancers, "loadBalancers");
    }

    public static TenantAddresses none() {
        return new TenantAddresses(Optional.empty(), Optional.empty());
    }
}
