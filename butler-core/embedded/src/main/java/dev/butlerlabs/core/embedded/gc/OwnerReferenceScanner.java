package dev.butlerlabs.core.embedded.gc;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.json.OwnerReference;
import dev.butlerlabs.core.embedded.registry.ObjectKey;
import dev.butlerlabs.core.embedded.registry.ObjectRegistry;
import dev.butlerlabs.core.embedded.resource.GroupVersion;
import dev.butlerlabs.core.embedded.resource.ResourceCatalog;
import java.util.Optional;

/** Resolves owner references to stored objects. */
final class OwnerReferenceScanner {
    /** The state of an owner. */
    enum State {
        /** The owner exists, so its dependents stay. */
        PRESENT,
        /** The owner is being deleted in the foreground and waits for its dependents. */
        WAITING_FOR_DEPENDENTS,
        ABSENT,
        /** The resource type of the owner is not served, so its state is unknown. */
        UNKNOWN
    }

    private final ObjectRegistry registry;

    OwnerReferenceScanner(ObjectRegistry registry) {
        this.registry = registry;
    }

    /** Returns the key of the owner; empty if its resource type is unknown or if it cannot own the dependent. */
    static Optional<ObjectKey> place(ResourceCatalog catalog, ObjectKey dependent, OwnerReference owner) {
        GroupVersion groupVersion = GroupVersion.parse(owner.apiVersion());
        return catalog.findKind(groupVersion, owner.kind())
                .or(() -> catalog.findKind(groupVersion.group(), owner.kind()))
                .filter(resource ->
                        !resource.namespaced() || !dependent.namespace().isEmpty())
                .map(resource ->
                        new ObjectKey(resource, resource.namespaced() ? dependent.namespace() : "", owner.name()));
    }

    State state(ObjectKey dependent, OwnerReference owner) {
        Optional<ObjectKey> place = place(registry.catalog(), dependent, owner);
        if (place.isEmpty()) {
            return State.UNKNOWN;
        }
        return registry.find(place.get())
                .map(entry -> KubernetesObject.parse(entry.value()))
                .filter(object -> object.uid().equals(owner.uid()))
                .map(OwnerReferenceScanner::state)
                .orElse(State.ABSENT);
    }

    private static State state(KubernetesObject owner) {
        return owner.isBeingDeleted() && owner.finalizers().contains(GarbageCollector.FOREGROUND)
                ? State.WAITING_FOR_DEPENDENTS
                : State.PRESENT;
    }
}
