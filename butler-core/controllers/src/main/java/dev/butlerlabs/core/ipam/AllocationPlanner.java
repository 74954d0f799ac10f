package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.Reasons;
import dev.butlerlabs.core.ipam.space.AddressSpace;
import dev.butlerlabs.core.ipam.space.OffsetRange;
import dev.butlerlabs.core.net.IpRange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Plans the allocation of free ranges to waiting claims, in memory and in creation order. A claim that does not fit reserves the range that
 * will fit it soonest, so that later claims cannot delay it; claims that fit elsewhere are still served.
 */
final class AllocationPlanner {
    /** Claims behind this number of waiting claims are not served, which bounds the work. */
    private static final int MOST_HELD = 16;

    /** The reason for waiting while an IPAllocation of the pool cannot be read. */
    static final String UNREADABLE = "AllocationUnreadable";

    private final PoolSpecReader shape;
    private final String pool;
    private final List<AddressReservation> grants = new ArrayList<>();
    private final Map<String, PendingAllocationState> standings = new HashMap<>();
    private AddressSpace space;
    private AddressSpace open;
    private int waiting;

    /**
     * The result of a planning run.
     *
     * @param space the address space including the grants
     * @param standings why the other claims got nothing, by uid
     * @param more whether more claims could be served than the batch size allows
     * @param suspension why the pool allocates nothing at present
     */
    record Decision(
            AddressSpace space,
            List<AddressReservation> grants,
            Map<String, PendingAllocationState> standings,
            boolean more,
            Optional<String> suspension) {
        Decision {
            grants = List.copyOf(grants);
            standings = Map.copyOf(standings);
        }
    }

    private AllocationPlanner(String pool, PoolSpecReader shape, AddressSpace space) {
        this.pool = pool;
        this.shape = shape;
        this.space = space;
        this.open = space;
    }

    /**
     * Plans grants for the claims of a queue.
     *
     * @param held all ranges that are allocated or reserved
     * @param queue the waiting claims
     * @param most the maximum number of grants
     */
    static Decision decide(
            String pool, PoolSpecReader shape, List<IpRange> held, List<AllocationClaim> queue, int most) {
        AllocationPlanner allotment = new AllocationPlanner(pool, shape, occupied(shape, held));
        boolean more = false;
        for (AllocationClaim claim :
                queue.stream().sorted(AllocationClaim.ORDER).toList()) {
            if (allotment.grants.size() == most) {
                more = true;
                break;
            }
            allotment.serve(claim);
        }
        return new Decision(allotment.space, allotment.grants, allotment.standings, more, Optional.empty());
    }

    /**
     * Makes every claim of the queue wait, because addresses of the pool may belong to objects that cannot be read.
     *
     * @param hidden the objects whose ranges are not known
     */
    static Decision suspended(
            PoolSpecReader shape, List<IpRange> held, List<AllocationClaim> queue, List<UnreadableAllocation> hidden) {
        String message = "%s. Its address range is unknown, so the pool allocates no addresses. Correct the object."
                .formatted(hidden.getFirst().problem());
        PendingAllocationState waits = new PendingAllocationState.Waiting(UNREADABLE, message);
        return new Decision(
                occupied(shape, held),
                List.of(),
                queue.stream().collect(Collectors.toMap(AllocationClaim::uid, claim -> waits)),
                false,
                Optional.of(message));
    }

    static AddressSpace occupied(PoolSpecReader shape, List<IpRange> held) {
        AddressSpace space = AddressSpace.of(shape.terrain());
        for (IpRange block : held) {
            Optional<OffsetRange> span = shape.terrain().span(block);
            space = span.isPresent() ? space.occupy(span.get()) : space;
        }
        return space;
    }

    private void serve(AllocationClaim claim) {
        if (waiting == MOST_HELD) {
            wait(claim, "%d earlier IPAllocations are waiting for addresses of pool %s.".formatted(waiting, pool));
            return;
        }
        try {
            Optional<IpRange> pinned = claim.pinned();
            pinned.ifPresentOrElse(block -> servePinned(claim, block), () -> serveAny(claim, claim.length(shape)));
        } catch (IllegalArgumentException e) {
            refuse(claim, "Invalid pinned range: %s.".formatted(e.getMessage()));
        }
    }

    private void servePinned(AllocationClaim claim, IpRange wanted) {
        Optional<OffsetRange> span = shape.terrain().span(wanted).filter(shape.terrain()::isOpen);
        if (span.isEmpty()) {
            refuse(
                    claim,
                    "Pool %s does not allocate %s: the range is outside of its allocatable ranges."
                            .formatted(pool, wanted));
        } else if (open.isFree(span.get())) {
            grant(claim, span.get());
        } else {
            long taken = Math.max(space.taken(span.get()), 1);
            hold(claim, span.get(), "%d addresses of %s are already allocated.".formatted(taken, wanted));
        }
    }

    private void serveAny(AllocationClaim claim, long length) {
        Optional<OffsetRange> fit = claim.neighbour()
                .flatMap(shape.terrain()::span)
                .flatMap(span -> open.beside(span, length))
                .or(() -> open.bestFit(length));
        if (fit.isPresent()) {
            grant(claim, fit.get());
            return;
        }
        Optional<AddressSpace.Prospect> prospect = open.prospect(length);
        if (prospect.isEmpty()) {
            refuse(
                    claim,
                    "Pool %s cannot provide %d contiguous addresses: its largest allocatable range has %d."
                            .formatted(pool, length, shape.terrain().longest()));
        } else {
            hold(claim, prospect.get().span(), missing(length, prospect.get().taken()));
        }
    }

    private String missing(long length, long taken) {
        return ("Pool %s has no range of %d contiguous free addresses: %d more must be released. %d of its addresses are free;"
                        + " %d earlier IPAllocations are waiting.")
                .formatted(pool, length, taken, space.figures().free(), waiting);
    }

    private void grant(AllocationClaim claim, OffsetRange span) {
        space = space.take(span);
        open = open.take(span);
        grants.add(AddressReservation.to(claim, shape.terrain().block(span)));
    }

    private void hold(AllocationClaim claim, OffsetRange span, String message) {
        open = open.occupy(span);
        wait(claim, message);
        waiting++;
    }

    private void wait(AllocationClaim claim, String message) {
        standings.put(claim.uid(), new PendingAllocationState.Waiting(Reasons.POOL_EXHAUSTED, message));
    }

    private void refuse(AllocationClaim claim, String message) {
        standings.put(claim.uid(), new PendingAllocationState.Impossible(Reasons.ALLOCATION_FAILED, message));
    }
}
