package dev.butlerlabs.core.embedded.gc;

import dev.butlerlabs.core.embedded.registry.Place;

/** Something to look into. Looking twice does no harm. */
sealed interface Task {
    /** An object with owners: does any of them still exist? */
    record CheckOwners(Place place) implements Task {}

    /** An object that goes after the objects it owns. */
    record DeleteDependentsFirst(Place place) implements Task {}

    /** An object that leaves the objects it owns behind. */
    record ReleaseDependents(Place place) implements Task {}

    /** A namespace to be emptied. */
    record EmptyNamespace(Place place) implements Task {}

    /** A custom resource definition whose objects go first. */
    record EmptyDefinition(Place place) implements Task {}
}
