package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.ipam.space.Block;
import dev.butlerlabs.core.ipam.space.Space;
import java.util.List;
import java.util.Objects;

/**
 * Who has what of a pool.
 *
 * @param space the pool with everything in it that somebody has
 * @param holdings what somebody has, by address
 */
public record PoolUsage(String pool, PoolShape shape, Space space, List<Holding> holdings) {
    public PoolUsage {
        Objects.requireNonNull(pool, "pool");
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(space, "space");
        holdings = List.copyOf(holdings);
    }

    /**
     * Addresses somebody has.
     *
     * @param allocation the name of the IPAllocation
     * @param tenant namespace and name of the tenant cluster
     */
    public record Holding(String allocation, String tenant, Block block) {}
}
