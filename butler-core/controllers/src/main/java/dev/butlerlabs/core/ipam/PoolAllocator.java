package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.NetworkPoolStatus;
import dev.butlerlabs.core.api.NetworkPoolStatus.InfrastructureAllocation;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.net.IpRange;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Allocates address ranges from a NetworkPool to pending IPAllocations.
 *
 * <p>Safe to run in several processes for the same pool: a range is first reserved on the pool with a compare-and-swap, then written to the
 * IPAllocation with another one. No new range is reserved while an earlier reservation is unconfirmed, so a crash between the two writes
 * never loses or duplicates a range.
 */
final class PoolAllocator {
    private static final int TRIES = 12;

    private final PoolRepository door;
    private final InstantSource clock;
    private final int batch;
    private final AllocationBackoff pace;
    private final BiConsumer<IPAllocation, IpRange> granted;

    /** @param granted called for each IPAllocation that received its addresses from this instance */
    PoolAllocator(
            PoolRepository door,
            InstantSource clock,
            int batch,
            AllocationBackoff pace,
            BiConsumer<IPAllocation, IpRange> granted) {
        this.door = door;
        this.clock = clock;
        this.batch = batch;
        this.pace = pace;
        this.granted = granted;
    }

    /**
     * Allocates ranges to as many claims as possible.
     *
     * @return the result; empty if the pool does not exist or every attempt conflicted with another process
     * @throws dev.butlerlabs.core.error.ButlerException if the spec of the pool is invalid or the API is not reachable
     */
    Optional<AllocationResult> serve(ObjectName name) {
        int lost = 0;
        List<AddressReservation> theirs = List.of();
        while (lost < TRIES) {
            Optional<NetworkPool> pool = door.pool(name);
            if (pool.isEmpty()) {
                return Optional.empty();
            }
            List<AllocationClaim> claims = door.claims(name);
            List<AddressReservation> outstanding = outstanding(PoolReservations.of(pool.get()), claims);
            if (!theirs.containsAll(outstanding)) {
                // Another process reserved these and is about to confirm them; confirming them here as well would only
                // conflict.
                theirs = outstanding;
                pace.rest(++lost);
                continue;
            }
            Round round = look(pool.get(), claims, outstanding);
            if (!round.needsWriting()) {
                return Optional.of(round.served());
            }
            if (!door.swap(pool.get(), round.ledger())) {
                pace.rest(++lost);
                continue;
            }
            keep(round.decision().grants(), round.claims());
            theirs = round.decision().grants();
            if (!round.decision().more()) {
                return Optional.of(round.served());
            }
        }
        return Optional.empty();
    }

    /** Confirms the reservations of a pool without reserving new ranges. */
    void settle(ObjectName name) {
        door.pool(name).ifPresent(pool -> {
            List<AllocationClaim> claims = door.claims(name);
            keep(outstanding(PoolReservations.of(pool), claims), claims);
        });
    }

    private static List<AddressReservation> outstanding(PoolReservations ledger, List<AllocationClaim> claims) {
        Map<String, AllocationClaim> byUid = byUid(claims);
        return ledger.grants().stream()
                .filter(grant -> Optional.ofNullable(byUid.get(grant.uid()))
                        .filter(grant::isOutstanding)
                        .isPresent())
                .toList();
    }

    /** Confirms the outstanding reservations, then plans new ones. */
    private Round look(NetworkPool pool, List<AllocationClaim> claims, List<AddressReservation> outstanding) {
        PoolReservations ledger = PoolReservations.of(pool);
        keep(outstanding, claims);
        String name = pool.getMetadata().getName();
        List<IpRange> promised =
                outstanding.stream().map(AddressReservation::block).toList();
        List<IpRange> held = with(promised, claims.stream().filter(claim -> claim.isOf(name)));
        AcceptedPoolSpec inForce = AcceptedPoolSpec.of(pool.getSpec(), ledger.accepted(), held);
        // An address is allocated no matter which pool its IPAllocation names: a user may have edited the reference.
        List<IpRange> taken = with(promised, claims.stream());
        taken.addAll(infrastructure(pool));
        List<AllocationClaim> queue = pool.isMarkedForDeletion() ? List.of() : queue(name, claims, outstanding);
        return new Round(
                pool,
                claims,
                ledger,
                inForce,
                held,
                unreadable(outstanding, claims),
                decide(name, inForce.shape(), taken, queue, claims));
    }

    /** Allocates nothing while an IPAllocation may hold addresses of the pool that cannot be read. */
    private AllocationPlanner.Decision decide(
            String pool,
            PoolSpecReader shape,
            List<IpRange> taken,
            List<AllocationClaim> queue,
            List<AllocationClaim> claims) {
        List<UnreadableAllocation> hidden = claims.stream()
                .filter(claim -> claim.hidesRangeOf(pool))
                .flatMap(claim -> claim.unreadable().stream())
                .toList();
        return hidden.isEmpty()
                ? AllocationPlanner.decide(pool, shape, taken, queue, batch)
                : AllocationPlanner.suspended(shape, taken, queue, hidden);
    }

    /** Returns the grants to objects that this process cannot read. Another process may still confirm them, so the pool keeps them. */
    private static List<AddressReservation> unreadable(
            List<AddressReservation> outstanding, List<AllocationClaim> claims) {
        Map<String, AllocationClaim> byUid = byUid(claims);
        return outstanding.stream()
                .filter(grant -> !byUid.get(grant.uid()).isReadable())
                .toList();
    }

    private static List<IpRange> with(List<IpRange> promised, Stream<AllocationClaim> claims) {
        List<IpRange> blocks = new ArrayList<>(promised);
        claims.forEach(claim -> claim.block().ifPresent(blocks::add));
        return blocks;
    }

    private static List<AllocationClaim> queue(
            String pool, List<AllocationClaim> claims, List<AddressReservation> outstanding) {
        Set<String> promised = outstanding.stream().map(AddressReservation::uid).collect(Collectors.toSet());
        return claims.stream()
                .filter(claim -> claim.isOf(pool))
                .filter(AllocationClaim::isWaiting)
                .filter(claim -> !promised.contains(claim.uid()))
                .toList();
    }

    /** Returns the addresses used by the management cluster itself. */
    private static List<IpRange> infrastructure(NetworkPool pool) {
        return Optional.ofNullable(pool.getStatus())
                .map(NetworkPoolStatus::infrastructureAllocations)
                .orElse(List.of())
                .stream()
                .map(InfrastructureAllocation::ip)
                .map(address -> IpRange.between(address, address))
                .toList();
    }

    /** Confirms grants. On return, each grant to a readable IPAllocation is confirmed or void. */
    private void keep(List<AddressReservation> grants, List<AllocationClaim> claims) {
        Map<String, AllocationClaim> byUid = byUid(claims);
        pace.each(
                grants,
                grant -> Optional.ofNullable(byUid.get(grant.uid()))
                        .filter(AllocationClaim::isReadable)
                        .filter(grant::isOutstanding)
                        .ifPresent(claim -> keep(grant, claim)));
    }

    private static Map<String, AllocationClaim> byUid(List<AllocationClaim> claims) {
        return claims.stream().collect(Collectors.toMap(AllocationClaim::uid, Function.identity()));
    }

    private void keep(AddressReservation grant, AllocationClaim claim) {
        IPAllocation document = new IPAllocation();
        document.setStatus(AllocationStatusRenderer.granted(claim.object(), grant.block(), clock.instant()));
        if (door.keep(claim.object(), document)) {
            granted.accept(claim.object(), grant.block());
        }
    }

    /** The state of a pool at one read, and the plan made for it. */
    private record Round(
            NetworkPool pool,
            List<AllocationClaim> claims,
            PoolReservations before,
            AcceptedPoolSpec inForce,
            List<IpRange> held,
            List<AddressReservation> unconfirmed,
            AllocationPlanner.Decision decision) {
        boolean needsWriting() {
            boolean news = !before.accepted().equals(Optional.of(inForce.spec()));
            return !pool.isMarkedForDeletion() && (news || !decision.grants().isEmpty());
        }

        PoolReservations ledger() {
            return new PoolReservations(
                    Optional.of(inForce.spec()),
                    Stream.concat(unconfirmed.stream(), decision.grants().stream())
                            .toList());
        }

        AllocationResult served() {
            List<IpRange> all = new ArrayList<>(held);
            decision.grants().forEach(grant -> all.add(grant.block()));
            return new AllocationResult(inForce, decision.space(), all, decision.standings(), decision.suspension());
        }
    }
}
