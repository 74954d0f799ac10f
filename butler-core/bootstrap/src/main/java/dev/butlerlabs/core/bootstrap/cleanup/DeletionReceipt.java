package dev.butlerlabs.core.bootstrap.cleanup;

import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.OwnerId;
import java.util.List;

/**
 * The result of a deletion, read back from the infrastructure. Immutable.
 *
 * @param before the resources of the owner before
 * @param after the remaining resources of the owner; empty after success
 * @param others tagged resources of other owners before and after, to show that they are unchanged
 */
public record DeletionReceipt(OwnerId owner, List<OwnedResource> before, List<OwnedResource> after, Others others) {
    public DeletionReceipt {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    /** The resources of other owners. */
    public record Others(List<OwnedResource> before, List<OwnedResource> after) {
        public Others {
            before = List.copyOf(before);
            after = List.copyOf(after);
        }

        /** Returns the resources of other owners that disappeared during the deletion, although this process did not delete them. */
        public List<OwnedResource> vanished() {
            return before.stream().filter(one -> !after.contains(one)).toList();
        }
    }

    /** Returns whether no resource of the owner remains. */
    public boolean isClean() {
        return after.isEmpty();
    }

    public List<OwnedResource> removed() {
        return before.stream().filter(one -> !after.contains(one)).toList();
    }
}
