package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.ipam.space.AddressSpace;
import dev.butlerlabs.core.net.IpRange;
import java.util.List;
import java.util.Objects;

/**
 * The allocated ranges of a pool. Immutable.
 *
 * @param space the address space with all allocated ranges
 * @param holdings the allocated ranges, ordered by address
 */
public record PoolUsage(String pool, PoolSpecReader shape, AddressSpace space, List<Holding> holdings) {
    public PoolUsage {
        Objects.requireNonNull(pool, "pool");
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(space, "space");
        holdings = List.copyOf(holdings);
    }

    /**
     * A range allocated to a tenant cluster.
     *
     * @param allocation the name of the IPAllocation
     * @param tenant namespace and name of the tenant cluster
     */
    public record Holding(String allocation, String tenant, IpRange block) {}
}
