package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationStatus;
import dev.butlerlabs.core.api.IPAllocationStatus.Phase;
import dev.butlerlabs.core.kube.ObjectName;
import java.time.Instant;
import java.util.Optional;

/** Holds the state of one reconciliation of an IPAllocation. */
final class AllocationReconcileContext {
    private final IPAllocation allocation;
    private Optional<Instant> releasedAt = Optional.empty();

    AllocationReconcileContext(IPAllocation allocation) {
        this.allocation = allocation;
    }

    IPAllocation allocation() {
        return allocation;
    }

    AllocationClaim claim() {
        return new AllocationClaim(allocation);
    }

    Phase phase() {
        return claim().phase();
    }

    ObjectName pool() {
        return new ObjectName(
                allocation.getMetadata().getNamespace(),
                allocation.getSpec().poolRef().name());
    }

    /** Returns whether addresses were ever allocated to it. */
    boolean hadAddresses() {
        return Optional.ofNullable(allocation.getStatus())
                .map(IPAllocationStatus::startAddress)
                .isPresent();
    }

    void released(Instant time) {
        releasedAt = Optional.of(time);
    }

    /** Returns when the addresses were released: the recorded time, otherwise the time set in this reconciliation. */
    Optional<Instant> releasedAt() {
        return Optional.ofNullable(allocation.getStatus())
                .map(IPAllocationStatus::releasedAt)
                .or(() -> releasedAt);
    }
}
