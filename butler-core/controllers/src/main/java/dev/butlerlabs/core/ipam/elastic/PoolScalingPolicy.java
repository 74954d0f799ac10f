package dev.butlerlabs.core.ipam.elastic;

import dev.butlerlabs.core.net.IpRange;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Decides when the number of load balancer addresses grows or shrinks. It grows when Services wait, and shrinks when addresses were not
 * needed for the whole horizon. Nothing is released within a horizon after growth, nor below the peak demand of the horizon, so the number
 * cannot oscillate within one horizon. Immutable.
 */
public final class PoolScalingPolicy {
    private final PoolScalingOptions options;

    public PoolScalingPolicy(PoolScalingOptions options) {
        this.options = options;
    }

    /**
     * Returns the next change. Pure function.
     *
     * @param pieces the ranges of the tenant, including pending ones so that nothing is requested twice
     * @param need the current demand; empty if the tenant cluster is not reachable, in which case nothing changes
     */
    public PoolScalingAction decide(
            List<AllocatedRange> pieces, Optional<AddressDemand> need, AddressDemandHistory history, Instant now) {
        if (need.isEmpty()) {
            return new PoolScalingAction.Stay("the tenant cluster is not reachable");
        }
        int waiting = need.get().waiting(now, options.patience());
        long spare = offered(pieces) - usedOf(pieces, need.get());
        if (waiting > spare) {
            return more(pieces, Math.toIntExact(waiting - spare));
        }
        if (!need.get().waitingSince().isEmpty()) {
            return new PoolScalingAction.Stay("Services are waiting although addresses are free");
        }
        return less(pieces, need.get(), history, now);
    }

    private static long offered(List<AllocatedRange> pieces) {
        return pieces.stream()
                .filter(AllocatedRange::isOffered)
                .mapToLong(piece -> piece.block().count())
                .sum();
    }

    private static long usedOf(List<AllocatedRange> pieces, AddressDemand need) {
        return pieces.stream()
                .filter(AllocatedRange::isOffered)
                .mapToLong(piece -> AddressDemand.used(piece, need.used()))
                .sum();
    }

    private PoolScalingAction more(List<AllocatedRange> pieces, int missing) {
        Optional<AllocatedRange> withdrawn =
                pieces.stream().filter(piece -> !piece.isOffered()).findFirst();
        if (withdrawn.isPresent()) {
            return new PoolScalingAction.Restore(withdrawn.get());
        }
        int rounded = (missing + options.increment() - 1) / options.increment() * options.increment();
        long room = options.most() - total(pieces);
        if (room <= 0) {
            return new PoolScalingAction.Limited(missing);
        }
        return new PoolScalingAction.Grow((int) Math.min(rounded, room), last(pieces));
    }

    private static long total(List<AllocatedRange> pieces) {
        return pieces.stream().mapToLong(piece -> piece.block().count()).sum();
    }

    private static Optional<IpRange> last(List<AllocatedRange> pieces) {
        return pieces.stream().max(Comparator.comparing(AllocatedRange::since)).map(AllocatedRange::block);
    }

    private PoolScalingAction less(
            List<AllocatedRange> pieces, AddressDemand need, AddressDemandHistory history, Instant now) {
        Optional<AllocatedRange> withdrawn =
                pieces.stream().filter(piece -> !piece.isOffered()).findFirst();
        if (withdrawn.isPresent()) {
            return finish(withdrawn.get(), need, now);
        }
        long keep = (long) history.peak() + options.increment();
        boolean settled = history.covers(now, options.horizon())
                && pieces.stream().allMatch(piece -> isPast(Optional.of(piece.since()), options.horizon(), now));
        return pieces.stream()
                .filter(piece -> settled)
                .filter(AllocatedRange::grown)
                .filter(piece -> isPast(piece.unusedSince(), options.quiet(), now))
                .filter(piece -> AddressDemand.used(piece, need.used()) == 0)
                .filter(piece -> total(pieces) - piece.block().count() >= keep)
                .max(Comparator.comparing(AllocatedRange::since))
                .<PoolScalingAction>map(PoolScalingAction.Withdraw::new)
                .orElseGet(() -> new PoolScalingAction.Stay("the addresses are needed, or were needed recently"));
    }

    private PoolScalingAction finish(AllocatedRange piece, AddressDemand need, Instant now) {
        if (AddressDemand.used(piece, need.used()) > 0) {
            return new PoolScalingAction.Restore(piece);
        }
        boolean proven = isPast(piece.withdrawnSince(), options.quiet(), now)
                && isPast(piece.unusedSince(), options.quiet(), now);
        return proven
                ? new PoolScalingAction.GiveBack(piece)
                : new PoolScalingAction.Stay("a range is being withdrawn");
    }

    private static boolean isPast(Optional<Instant> since, Duration time, Instant now) {
        return since.filter(then -> !then.plus(time).isAfter(now)).isPresent();
    }
}
