package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.ipam.space.Block;
import dev.butlerlabs.core.ipam.space.Space;
import java.util.List;
import java.util.Map;

/**
 * A pool after it was served.
 *
 * @param held what IPAllocations have
 * @param standings of those that have nothing yet, by uid
 */
record Served(InForce inForce, Space space, List<Block> held, Map<String, Standing> standings) {
    Served {
        held = List.copyOf(held);
        standings = Map.copyOf(standings);
    }
}
