package dev.butlerlabs.core.embedded.gc;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.json.OwnerReference;
import dev.butlerlabs.core.embedded.registry.Place;
import dev.butlerlabs.core.embedded.registry.Registry;
import dev.butlerlabs.core.embedded.resource.Catalog;
import dev.butlerlabs.core.embedded.resource.GroupVersion;
import java.util.Optional;

/** Finds the owners objects speak of. */
final class Owners {
    /** What became of an owner. */
    enum State {
        /** It is there, so its dependents stay. */
        PRESENT,
        /** It goes when its dependents are gone. */
        WAITING_FOR_DEPENDENTS,
        ABSENT,
        /** Its kind is not served, so nothing can be said about it. */
        UNKNOWN
    }

    private final Registry registry;

    Owners(Registry registry) {
        this.registry = registry;
    }

    /** Where an owner would be; empty when its kind is unknown or could never own the dependent. */
    static Optional<Place> place(Catalog catalog, Place dependent, OwnerReference owner) {
        GroupVersion groupVersion = GroupVersion.parse(owner.apiVersion());
        return catalog.findKind(groupVersion, owner.kind())
                .or(() -> catalog.findKind(groupVersion.group(), owner.kind()))
                .filter(resource ->
                        !resource.namespaced() || !dependent.namespace().isEmpty())
                .map(resource -> new Place(resource, resource.namespaced() ? dependent.namespace() : "", owner.name()));
    }

    State state(Place dependent, OwnerReference owner) {
        Optional<Place> place = place(registry.catalog(), dependent, owner);
        if (place.isEmpty()) {
            return State.UNKNOWN;
        }
        return registry.find(place.get())
                .map(entry -> KubernetesObject.parse(entry.value()))
                .filter(object -> object.uid().equals(owner.uid()))
                .map(Owners::state)
                .orElse(State.ABSENT);
    }

    private static State state(KubernetesObject owner) {
        return owner.isBeingDeleted() && owner.finalizers().contains(Chores.FOREGROUND)
                ? State.WAITING_FOR_DEPENDENTS
                : State.PRESENT;
    }
}
