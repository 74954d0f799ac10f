package dev.butlerlabs.core.ipam.elastic;

import dev.butlerlabs.core.ipam.space.Block;
import dev.butlerlabs.core.ipam.space.Figures;
import java.util.Optional;

/** What to do about a tenant's addresses, one thing at a time. */
public sealed interface ElasticAction {
    /** Nothing. */
    record Stay(String why) implements ElasticAction {}

    /**
     * Ask for more.
     *
     * @param beside where they would make one block with what is there
     */
    record Grow(int count, Optional<Block> beside) implements ElasticAction {
        /** How many to ask for at once where the free addresses are scattered: the rest is asked for next time. */
        public int together(Figures pool) {
            return Math.clamp(pool.largest(), 1, count);
        }
    }

    /** The number may not grow any more; so many Services stay without an address. */
    record Limited(int missing) implements ElasticAction {}

    /** Offer a piece no longer, so that nobody begins to use it. */
    record Withdraw(Piece piece) implements ElasticAction {}

    /** Offer a withdrawn piece again: it is needed. */
    record Restore(Piece piece) implements ElasticAction {}

    /** Give a piece back that nobody uses and nobody can begin to use. */
    record GiveBack(Piece piece) implements ElasticAction {}
}
