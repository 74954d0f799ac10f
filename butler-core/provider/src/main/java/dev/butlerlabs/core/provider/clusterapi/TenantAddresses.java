package dev.butlerlabs.core.provider.clusterapi;

import dev.butlerlabs.core.api.AddressRange;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The addresses that Butler assigns to a tenant cluster. Immutable.
 *
 * @param nodes the ranges for its workers; empty if the infrastructure assigns their addresses
 * @param loadBalancers for its Services of type LoadBalancer
 */
public record TenantAddresses(List<AddressRange> nodes, Optional<AddressRange> loadBalancers) {
    public TenantAddresses {
        nodes = List.copyOf(nodes);
        Objects.requireNonNull(loadBalancers, "loadBalancers");
    }

    public static TenantAddresses none() {
        return new TenantAddresses(List.of(), Optional.empty());
    }
}
