package dev.butlerlabs.core.embedded.registry;

import java.util.Objects;
import java.util.Optional;

/**
 * Options of a delete request.
 *
 * @param uid precondition: the uid of the object
 * @param resourceVersion precondition: the resource version of the object
 * @param propagation the deletion propagation policy; if empty, the existing finalizers determine it
 */
public record DeleteOptions(
        boolean dryRun, Optional<String> uid, Optional<String> resourceVersion, Optional<Propagation> propagation) {
    /** The deletion propagation policy. */
    public enum Propagation {
        /** Dependents are deleted after the object. */
        BACKGROUND,
        /** Dependents are deleted before the object. */
        FOREGROUND,
        /** Dependents stay and lose their owner reference. */
        ORPHAN
    }

    public DeleteOptions {
        Objects.requireNonNull(uid, "uid");
        Objects.requireNonNull(resourceVersion, "resourceVersion");
        Objects.requireNonNull(propagation, "propagation");
    }

    public static DeleteOptions plain() {
        return new DeleteOptions(false, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Deletes the object with this uid, and not one that was recreated under the same name. */
    public static DeleteOptions ofUid(String uid, Propagation propagation) {
        return new DeleteOptions(false, Optional.of(uid), Optional.empty(), Optional.of(propagation));
    }
}
