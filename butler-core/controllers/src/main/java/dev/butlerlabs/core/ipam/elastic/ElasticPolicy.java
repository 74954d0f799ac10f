package dev.butlerlabs.core.ipam.elastic;

import dev.butlerlabs.core.ipam.space.Block;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Grows when Services wait, gives back what was not needed for as long as the horizon. Since nothing is given back within a horizon
 * after growth, and never below what was needed within it, the number cannot go up, down and up again within one.
 */
public final class ElasticPolicy {
    private final ElasticOptions options;

    public ElasticPolicy(ElasticOptions options) {
        this.options = options;
    }

    /**
     * Decides. Pure.
     *
     * @param pieces what the tenant has; pieces on their way count, so that nothing is asked for twice
     * @param need empty when the tenant cannot be asked: then nothing is changed
     */
    public ElasticAction decide(List<Piece> pieces, Optional<Need> need, NeedHistory history, Instant now) {
        if (need.isEmpty()) {
            return new ElasticAction.Stay("the tenant cannot be asked");
        }
        int waiting = need.get().waiting(now, options.patience());
        long spare = offered(pieces) - usedOf(pieces, need.get());
        if (waiting > spare) {
            return more(pieces, Math.toIntExact(waiting - spare));
        }
        if (!need.get().waitingSince().isEmpty()) {
            return new ElasticAction.Stay("Services wait for addresses that are there");
        }
        return less(pieces, need.get(), history, now);
    }

    private static long offered(List<Piece> pieces) {
        return pieces.stream()
                .filter(Piece::isOffered)
                .mapToLong(piece -> piece.block().count())
                .sum();
    }

    private static long usedOf(List<Piece> pieces, Need need) {
        return pieces.stream()
                .filter(Piece::isOffered)
                .mapToLong(piece -> Need.used(piece, need.used()))
                .sum();
    }

    private ElasticAction more(List<Piece> pieces, int missing) {
        Optional<Piece> withdrawn =
                pieces.stream().filter(piece -> !piece.isOffered()).findFirst();
        if (withdrawn.isPresent()) {
            return new ElasticAction.Restore(withdrawn.get());
        }
        int rounded = (missing + options.increment() - 1) / options.increment() * options.increment();
        long room = options.most() - total(pieces);
        if (room <= 0) {
            return new ElasticAction.Limited(missing);
        }
        return new ElasticAction.Grow((int) Math.min(rounded, room), last(pieces));
    }

    private static long total(List<Piece> pieces) {
        return pieces.stream().mapToLong(piece -> piece.block().count()).sum();
    }

    private static Optional<Block> last(List<Piece> pieces) {
        return pieces.stream().max(Comparator.comparing(Piece::since)).map(Piece::block);
    }

    private ElasticAction less(List<Piece> pieces, Need need, NeedHistory history, Instant now) {
        Optional<Piece> withdrawn =
                pieces.stream().filter(piece -> !piece.isOffered()).findFirst();
        if (withdrawn.isPresent()) {
            return finish(withdrawn.get(), need, now);
        }
        long keep = (long) history.peak() + options.increment();
        boolean settled = history.covers(now, options.horizon())
                && pieces.stream().allMatch(piece -> isPast(Optional.of(piece.since()), options.horizon(), now));
        return pieces.stream()
                .filter(piece -> settled)
                .filter(Piece::grown)
                .filter(piece -> isPast(piece.unusedSince(), options.quiet(), now))
                .filter(piece -> Need.used(piece, need.used()) == 0)
                .filter(piece -> total(pieces) - piece.block().count() >= keep)
                .max(Comparator.comparing(Piece::since))
                .<ElasticAction>map(ElasticAction.Withdraw::new)
                .orElseGet(() -> new ElasticAction.Stay("what is there is needed, or was not long ago"));
    }

    private ElasticAction finish(Piece piece, Need need, Instant now) {
        if (Need.used(piece, need.used()) > 0) {
            return new ElasticAction.Restore(piece);
        }
        boolean proven = isPast(piece.withdrawnSince(), options.quiet(), now)
                && isPast(piece.unusedSince(), options.quiet(), now);
        return proven ? new ElasticAction.GiveBack(piece) : new ElasticAction.Stay("a piece is being withdrawn");
    }

    private static boolean isPast(Optional<Instant> since, Duration time, Instant now) {
        return since.filter(then -> !then.plus(time).isAfter(now)).isPresent();
    }
}
