package dev.butlerlabs.core.embedded.gc;

import dev.butlerlabs.core.embedded.registry.Place;

/** A garbage collection task. Tasks are idempotent. */
sealed interface Task {
    /** Delete an object if none of its owners exists any more. */
    record CheckOwners(Place place) implements Task {}

    /** Delete the dependents of an object in foreground deletion, then the object. */
    record DeleteDependentsFirst(Place place) implements Task {}

    /** Remove the owner references to an object that orphans its dependents. */
    record ReleaseDependents(Place place) implements Task {}

    /** Delete the contents of a terminating namespace. */
    record EmptyNamespace(Place place) implements Task {}

    /** Delete the custom resources of a terminating CRD. */
    record EmptyDefinition(Place place) implements Task {}
}
