package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.OwnerId;
import java.util.List;

/**
 * What a destruction came to, read back from the infrastructure itself.
 *
 * @param before what the owner had
 * @param after what the owner still has; nothing, when all went well
 * @param others what carries Butler's mark and belongs to somebody else: before and after, so that anybody can see it untouched
 */
public record Receipt(OwnerId owner, List<OwnedResource> before, List<OwnedResource> after, Others others) {
    public Receipt {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    /** Things of other owners. */
    public record Others(List<OwnedResource> before, List<OwnedResource> after) {
        public Others {
            before = List.copyOf(before);
            after = List.copyOf(after);
        }

        /** What was there before and is not any more, though nobody here removed it. */
        public List<OwnedResource> vanished() {
            return before.stream().filter(one -> !after.contains(one)).toList();
        }
    }

    public boolean isClean() {
        return after.isEmpty();
    }

    public List<OwnedResource> removed() {
        return before.stream().filter(one -> !after.contains(one)).toList();
    }
}
