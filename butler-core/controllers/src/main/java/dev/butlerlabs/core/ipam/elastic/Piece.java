package dev.butlerlabs.core.ipam.elastic;

import dev.butlerlabs.core.ipam.space.Block;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * Addresses a tenant has by one IPAllocation.
 *
 * @param grown whether it came by growth; what a tenant began with, or pinned, is never given back
 * @param since when it was given
 * @param unusedSince since when no Service has one of its addresses; empty while one has, and while nobody can tell
 * @param withdrawnSince since when the tenant may not use it for new Services
 */
public record Piece(
        String name,
        Block block,
        boolean grown,
        Instant since,
        Optional<Instant> unusedSince,
        Optional<Instant> withdrawnSince) {
    public Piece {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(block, "block");
        Objects.requireNonNull(since, "since");
        Objects.requireNonNull(unusedSince, "unusedSince");
        Objects.requireNonNull(withdrawnSince, "withdrawnSince");
    }

    public boolean isOffered() {
        return withdrawnSince.isEmpty();
    }
}
