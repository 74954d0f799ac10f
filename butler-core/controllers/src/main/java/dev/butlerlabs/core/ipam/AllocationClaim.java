package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationSpec;
import dev.butlerlabs.core.api.IPAllocationStatus;
import dev.butlerlabs.core.api.IPAllocationStatus.Phase;
import dev.butlerlabs.core.net.IpRange;
import java.util.Comparator;
import java.util.Optional;

/**
 * A view of an IPAllocation as a request for addresses.
 *
 * @param unreadable what is known of the object if its fields cannot be read; it has no spec and no status then
 */
record AllocationClaim(IPAllocation object, Optional<UnreadableAllocation> unreadable) {
    /** Annotation of an IPAllocation: the range {@code first-last} to which the new range should be adjacent. */
    static final String BESIDE = ApiGroup.NAME + "/beside";

    /** Orders claims by creation time, then by name. */
    static final Comparator<AllocationClaim> ORDER = Comparator.comparing(
                    (AllocationClaim claim) -> claim.object.getMetadata().getCreationTimestamp())
            .thenComparing(AllocationClaim::name)
            .thenComparing(AllocationClaim::uid);

    /** Creates a claim for a decoded object. */
    AllocationClaim(IPAllocation object) {
        this(object, Optional.empty());
    }

    /** Creates a claim for an object listed by a lenient client. */
    static AllocationClaim listed(IPAllocation object) {
        return new AllocationClaim(object, UnreadableAllocation.of(object));
    }

    String name() {
        return object.getMetadata().getName();
    }

    String uid() {
        return object.getMetadata().getUid();
    }

    String version() {
        return object.getMetadata().getResourceVersion();
    }

    IPAllocationSpec spec() {
        return object.getSpec();
    }

    Phase phase() {
        return Optional.ofNullable(object.getStatus())
                .map(IPAllocationStatus::phase)
                .orElse(Phase.PENDING);
    }

    /** Returns whether the claim belongs to a pool. A claim that cannot be read and does not name its pool belongs to every pool. */
    boolean isOf(String pool) {
        return unreadable
                .map(fields -> fields.mayBeOf(pool))
                .orElseGet(() -> spec().poolRef().name().equals(pool));
    }

    boolean isReadable() {
        return unreadable.isEmpty();
    }

    /** Returns whether it may hold addresses of a pool that cannot be read. */
    boolean hidesRangeOf(String pool) {
        return unreadable.filter(UnreadableAllocation::rangeUnknown).isPresent() && isOf(pool);
    }

    /** Returns the range that is currently allocated to it; a released range does not count. */
    Optional<IpRange> block() {
        if (unreadable.isPresent()) {
            return unreadable.get().block();
        }
        return phase() == Phase.ALLOCATED ? recorded() : Optional.empty();
    }

    private Optional<IpRange> recorded() {
        IPAllocationStatus status = object.getStatus();
        return status.startAddress() == null || status.endAddress() == null
                ? Optional.empty()
                : Optional.of(IpRange.between(status.startAddress(), status.endAddress()));
    }

    /** Returns whether it can be served: it has no addresses, is not being deleted, and has the finalizer that reports their release. */
    boolean isWaiting() {
        return isReadable()
                && (phase() == Phase.PENDING || phase() == Phase.FAILED)
                && !object.isMarkedForDeletion()
                && object.hasFinalizer(Finalizers.IP_ALLOCATION);
    }

    /** @throws IllegalArgumentException if the pinned range is not valid */
    Optional<IpRange> pinned() {
        return Optional.ofNullable(spec().pinnedRange())
                .map(range -> IpRange.between(range.startAddress(), range.endAddress()));
    }

    /** Returns the range to which the new range should be adjacent. A preference, not a requirement. */
    Optional<IpRange> neighbour() {
        return Optional.ofNullable(object.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(BESIDE))
                .map(text -> text.split("-", 2))
                .filter(ends -> ends.length == 2)
                .map(ends -> IpRange.between(ends[0], ends[1]));
    }

    long length(PoolSpecReader shape) {
        return pinned().map(IpRange::count)
                .orElseGet(() -> Optional.ofNullable(spec().count())
                        .map(Integer::longValue)
                        .orElseGet(() -> (long) shape.usual(spec().type())));
    }
}
