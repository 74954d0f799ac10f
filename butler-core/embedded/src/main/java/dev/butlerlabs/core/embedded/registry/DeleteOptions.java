package dev.butlerlabs.core.embedded.registry;

import java.util.Objects;
import java.util.Optional;

/**
 * How to delete.
 *
 * @param uid deletes only the object with this uid
 * @param resourceVersion deletes only the object at this version
 * @param propagation what becomes of the objects it owns; empty leaves it to the finalizers already there
 */
public record DeleteOptions(
        boolean dryRun, Optional<String> uid, Optional<String> resourceVersion, Optional<Propagation> propagation) {
    /** What becomes of dependents. */
    public enum Propagation {
        /** They are deleted afterwards. */
        BACKGROUND,
        /** They are deleted first. */
        FOREGROUND,
        /** They stay and lose their owner reference. */
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

    /** Deletes the object that was looked at and no other that took its name since. */
    public static DeleteOptions ofUid(String uid, Propagation propagation) {
        return new DeleteOptions(false, Optional.of(uid), Optional.empty(), Optional.of(propagation));
    }
}
