package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.Finalizers;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationSpec;
import dev.butlerlabs.core.api.IPAllocationStatus;
import dev.butlerlabs.core.api.IPAllocationStatus.Phase;
import dev.butlerlabs.core.ipam.space.Block;
import java.util.Comparator;
import java.util.Optional;

/**
 * Answers questions about an IPAllocation.
 *
 * @param unreadable what is known of the object if its fields cannot be read; it has no spec and no status then
 */
record Claim(IPAllocation object, Optional<UnreadableAllocation> unreadable) {
    /** On an IPAllocation: {@code first-last} of addresses next to which it would like its own. */
    static final String BESIDE = ApiGroup.NAME + "/beside";

    /** Who asked first is served first; objects of one second follow their names. */
    static final Comparator<Claim> ORDER = Comparator.comparing(
                    (Claim claim) -> claim.object.getMetadata().getCreationTimestamp())
            .thenComparing(Claim::name)
            .thenComparing(Claim::uid);

    /** A claim of an object that was decoded. */
    Claim(IPAllocation object) {
        this(object, Optional.empty());
    }

    /** A claim of an object that a lenient client has listed. */
    static Claim listed(IPAllocation object) {
        return new Claim(object, UnreadableAllocation.of(object));
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

    /** Whether it belongs to a pool. One that cannot be read and does not name its pool belongs to every pool. */
    boolean isOf(String pool) {
        return unreadable
                .map(fields -> fields.mayBeOf(pool))
                .orElseGet(() -> spec().poolRef().name().equals(pool));
    }

    boolean isReadable() {
        return unreadable.isEmpty();
    }

    /** Whether it may hold addresses of a pool that cannot be read. */
    boolean hidesRangeOf(String pool) {
        return unreadable.filter(UnreadableAllocation::rangeUnknown).isPresent() && isOf(pool);
    }

    /** The addresses it has; those it had once do not count. */
    Optional<Block> block() {
        if (unreadable.isPresent()) {
            return unreadable.get().block();
        }
        return phase() == Phase.ALLOCATED ? recorded() : Optional.empty();
    }

    private Optional<Block> recorded() {
        IPAllocationStatus status = object.getStatus();
        return status.startAddress() == null || status.endAddress() == null
                ? Optional.empty()
                : Optional.of(Block.between(status.startAddress(), status.endAddress()));
    }

    /** Whether it can be served: it waits, and will not vanish without telling that its addresses are free. */
    boolean isWaiting() {
        return isReadable()
                && (phase() == Phase.PENDING || phase() == Phase.FAILED)
                && !object.isMarkedForDeletion()
                && object.hasFinalizer(Finalizers.IP_ALLOCATION);
    }

    /** @throws IllegalArgumentException when the range it names is none */
    Optional<Block> pinned() {
        return Optional.ofNullable(spec().pinnedRange())
                .map(range -> Block.between(range.startAddress(), range.endAddress()));
    }

    /** The addresses next to which it would like to have its own; a wish, not a condition. */
    Optional<Block> neighbour() {
        return Optional.ofNullable(object.getMetadata().getAnnotations())
                .map(annotations -> annotations.get(BESIDE))
                .map(text -> text.split("-", 2))
                .filter(ends -> ends.length == 2)
                .map(ends -> Block.between(ends[0], ends[1]));
    }

    long length(PoolShape shape) {
        return pinned().map(Block::count)
                .orElseGet(() -> Optional.ofNullable(spec().count())
                        .map(Integer::longValue)
                        .orElseGet(() -> (long) shape.usual(spec().type())));
    }
}
