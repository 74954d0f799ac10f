package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationStatus;
import dev.butlerlabs.core.api.IPAllocationStatus.Phase;
import dev.butlerlabs.core.kube.ObjectName;
import java.time.Instant;
import java.util.Optional;

/** One run over an IPAllocation. */
final class AllocationScope {
    private final IPAllocation allocation;
    private Optional<Instant> releasedAt = Optional.empty();

    AllocationScope(IPAllocation allocation) {
        this.allocation = allocation;
    }

    IPAllocation allocation() {
        return allocation;
    }

    Claim claim() {
        return new Claim(allocation);
    }

    Phase phase() {
        return claim().phase();
    }

    ObjectName pool() {
        return new ObjectName(
                allocation.getMetadata().getNamespace(),
                allocation.getSpec().poolRef().name());
    }

    /** Whether it ever had addresses. */
    boolean hadAddresses() {
        return Optional.ofNullable(allocation.getStatus())
                .map(IPAllocationStatus::startAddress)
                .isPresent();
    }

    void released(Instant time) {
        releasedAt = Optional.of(time);
    }

    /** When it was released: as recorded, else as found in this run. */
    Optional<Instant> releasedAt() {
        return Optional.ofNullable(allocation.getStatus())
                .map(IPAllocationStatus::releasedAt)
                .or(() -> releasedAt);
    }
}
