package dev.butlerlabs.core.embedded.gc;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.json.OwnerReference;
import dev.butlerlabs.core.embedded.registry.Place;
import dev.butlerlabs.core.embedded.resource.Catalog;
import dev.butlerlabs.core.embedded.resource.Resource;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Derives tasks from writes. Most writes need no task; a substring search recognizes them without parsing the object. */
final class Tasks {
    private static final byte[] OWNERS = "\"ownerReferences\":[".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DELETION = "\"deletionTimestamp\":\"".getBytes(StandardCharsets.US_ASCII);

    private final Catalog catalog;
    private final Dependents dependents;
    private final Consumer<Task> queue;
    private final Map<String, Place> emptying = new ConcurrentHashMap<>();

    Tasks(Catalog catalog, Dependents dependents, Consumer<Task> queue) {
        this.catalog = catalog;
        this.dependents = dependents;
        this.queue = queue;
    }

    void written(String key, byte[] value) {
        Optional<Place> found = place(key);
        if (found.isEmpty()) {
            return;
        }
        Place place = found.get();
        boolean owned = Bytes.contain(value, OWNERS);
        boolean deleting = Bytes.contain(value, DELETION);
        if (!owned) {
            dependents.forget(place);
        }
        if (owned || deleting) {
            look(place, KubernetesObject.parse(value));
        }
        if (isDefinition(place)) {
            dependents.all().forEach(dependent -> queue.accept(new Task.CheckOwners(dependent)));
        }
    }

    private void look(Place place, KubernetesObject object) {
        List<OwnerReference> owners = object.owners();
        dependents.remember(place, owners);
        if (!owners.isEmpty()) {
            queue.accept(new Task.CheckOwners(place));
        }
        if (object.isBeingDeleted()) {
            lookAtDeletion(place, object);
        }
    }

    private void lookAtDeletion(Place place, KubernetesObject object) {
        if (object.finalizers().contains(Chores.FOREGROUND)) {
            queue.accept(new Task.DeleteDependentsFirst(place));
        }
        if (object.finalizers().contains(Chores.ORPHAN)) {
            queue.accept(new Task.ReleaseDependents(place));
        }
        if (place.resource().equals(catalog.namespaces())) {
            emptying.put("namespace " + place.name(), place);
            queue.accept(new Task.EmptyNamespace(place));
        }
        if (isDefinition(place)) {
            emptying.put("definition " + place.name(), place);
            queue.accept(new Task.EmptyDefinition(place));
        }
    }

    void deleted(String key, KubernetesObject last) {
        Optional<Place> found = place(key);
        if (found.isEmpty()) {
            return;
        }
        Place place = found.get();
        List<OwnerReference> owners = dependents.ownersOf(place);
        dependents.forget(place);
        dependents.of(last.uid()).forEach(dependent -> queue.accept(new Task.CheckOwners(dependent)));
        owners.forEach(owner ->
                findOwner(place, owner).ifPresent(waiting -> queue.accept(new Task.DeleteDependentsFirst(waiting))));
        emptying.remove("namespace " + place.name(), place);
        emptying.remove("definition " + place.name(), place);
        goOnEmptying(place);
    }

    /** Continues the deletion of a terminating namespace or CRD when one of its objects is gone. */
    private void goOnEmptying(Place gone) {
        Place namespace = emptying.get("namespace " + gone.namespace());
        if (namespace != null) {
            queue.accept(new Task.EmptyNamespace(namespace));
        }
        Place definition = emptying.get("definition " + gone.resource().origin());
        if (definition != null) {
            queue.accept(new Task.EmptyDefinition(definition));
        }
    }

    private Optional<Place> findOwner(Place dependent, OwnerReference owner) {
        return Owners.place(catalog, dependent, owner);
    }

    private Optional<Place> place(String key) {
        return catalog.atKey(key)
                .map(resource -> place(resource, key.substring(resource.prefix().length())));
    }

    private static Place place(Resource resource, String rest) {
        int slash = rest.indexOf('/');
        return slash < 0
                ? new Place(resource, "", rest)
                : new Place(resource, rest.substring(0, slash), rest.substring(slash + 1));
    }

    private boolean isDefinition(Place place) {
        return place.resource().equals(catalog.definitions());
    }
}
