package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.api.AddressRange;
import java.util.Objects;
import java.util.Optional;

/**
 * The addresses a tenant cluster may use, as far as Butler hands them out.
 *
 * @param nodes for its workers; empty where the infrastructure gives them theirs
 * @param loadBalancers for its services of type LoadBalancer
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
