package dev.butlerlabs.core.embedded.gc;

import dev.butlerlabs.core.embedded.registry.ObjectKey;

/** A garbage collection task. Tasks are idempotent. */
sealed interface CollectionTask {
    /** Delete an object if none of its owners exists any more. */
    record CheckOwners(ObjectKey place) implements CollectionTask {}

    /** Delete the dependents of an object in foreground deletion, then the object. */
    record DeleteDependentsFirst(ObjectKey place) implements CollectionTask {}

    /** Remove the owner references to an object that orphans its dependents. */
    record ReleaseDependents(ObjectKey place) implements CollectionTask {}

    /** Delete the contents of a terminating namespace. */
    record EmptyNamespace(ObjectKey place) implements CollectionTask {}

    /** Delete the custom resources of a terminating CRD. */
    record EmptyDefinition(ObjectKey place) implements CollectionTask {}
}
