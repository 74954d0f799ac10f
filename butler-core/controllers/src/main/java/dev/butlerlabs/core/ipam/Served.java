package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.ipam.space.Block;
import dev.butlerlabs.core.ipam.space.Space;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of allocating from a pool.
 *
 * @param held the ranges allocated to IPAllocations
 * @param standings why the other claims have nothing yet, by uid
 * @param suspension why the pool allocates nothing at present
 */
record Served(
        InForce inForce, Space space, List<Block> held, Map<String, Standing> standings, Optional<String> suspension) {
    Served {
        held = List.copyOf(held);
        standings = Map.copyOf(standings);
    }
}
