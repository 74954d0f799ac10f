package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.ipam.space.AddressSpace;
import dev.butlerlabs.core.net.IpRange;
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
record AllocationResult(
        AcceptedPoolSpec inForce,
        AddressSpace space,
        List<IpRange> held,
        Map<String, PendingAllocationState> standings,
        Optional<String> suspension) {
    AllocationResult {
        held = List.copyOf(held);
        standings = Map.copyOf(standings);
    }
}
