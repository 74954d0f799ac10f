package dev.butlerlabs.core.ipam.elastic;

import dev.butlerlabs.core.net.IpRange;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A range allocated to a tenant by one IPAllocation.
 *
 * @param grown whether it was added by growth; initial and pinned ranges are never released
 * @param since when it was allocated
 * @param unusedSince since when no Service uses its addresses; empty while one does or while that is unknown
 * @param withdrawnSince since when the tenant must not assign it to new Services
 */
public record AllocatedRange(
        String name,
        IpRange block,
        boolean grown,
        Instant since,
        Optional<Instant> unusedSince,
        Optional<Instant> withdrawnSince) {
    public AllocatedRange {
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
