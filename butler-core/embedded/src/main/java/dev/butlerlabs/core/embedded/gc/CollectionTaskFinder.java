package dev.butlerlabs.core.embedded.gc;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.json.OwnerReference;
import dev.butlerlabs.core.embedded.registry.ObjectKey;
import dev.butlerlabs.core.embedded.resource.ResourceCatalog;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Derives tasks from writes. Most writes need no task; a substring search recognizes them without parsing the object. */
final class CollectionTaskFinder {
    private static final byte[] OWNERS = "\"ownerReferences\":[".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DELETION = "\"deletionTimestamp\":\"".getBytes(StandardCharsets.US_ASCII);

    private final ResourceCatalog catalog;
    private final DependentIndex dependents;
    private final Consumer<CollectionTask> queue;
    private final Map<String, ObjectKey> emptying = new ConcurrentHashMap<>();

    CollectionTaskFinder(ResourceCatalog catalog, DependentIndex dependents, Consumer<CollectionTask> queue) {
        this.catalog = catalog;
        this.dependents = dependents;
        this.queue = queue;
    }

    void written(String key, byte[] value) {
        Optional<ObjectKey> found = place(key);
        if (found.isEmpty()) {
            return;
        }
        ObjectKey place = found.get();
        boolean owned = ByteSearch.contain(value, OWNERS);
        boolean deleting = ByteSearch.contain(value, DELETION);
        if (!owned) {
            dependents.forget(place);
        }
        if (owned || deleting) {
            look(place, KubernetesObject.parse(value));
        }
        if (isDefinition(place)) {
            dependents.all().forEach(dependent -> queue.accept(new CollectionTask.CheckOwners(dependent)));
        }
    }

    private void look(ObjectKey place, KubernetesObject object) {
        List<OwnerReference> owners = object.owners();
        dependents.remember(place, owners);
        if (!owners.isEmpty()) {
            queue.accept(new CollectionTask.CheckOwners(place));
        }
        if (object.isBeingDeleted()) {
            lookAtDeletion(place, object);
        }
    }

    private void lookAtDeletion(ObjectKey place, KubernetesObject object) {
        if (object.finalizers().contains(GarbageCollector.FOREGROUND)) {
            queue.accept(new CollectionTask.DeleteDependentsFirst(place));
        }
        if (object.finalizers().contains(GarbageCollector.ORPHAN)) {
            queue.accept(new CollectionTask.ReleaseDependents(place));
        }
        if (place.resource().equals(catalog.namespaces())) {
            emptying.put("namespace " + place.name(), place);
            queue.accept(new CollectionTask.EmptyNamespace(place));
        }
        if (isDefinition(place)) {
            emptying.put("definition " + place.name(), place);
            queue.accept(new CollectionTask.EmptyDefinition(place));
        }
    }

    void deleted(String key, KubernetesObject last) {
        Optional<ObjectKey> found = place(key);
        if (found.isEmpty()) {
            return;
        }
        ObjectKey place = found.get();
        List<OwnerReference> owners = dependents.ownersOf(place);
        dependents.forget(place);
        dependents.of(last.uid()).forEach(dependent -> queue.accept(new CollectionTask.CheckOwners(dependent)));
        owners.forEach(owner -> findOwner(place, owner)
                .ifPresent(waiting -> queue.accept(new CollectionTask.DeleteDependentsFirst(waiting))));
        emptying.remove("namespace " + place.name(), place);
        emptying.remove("definition " + place.name(), place);
        goOnEmptying(place);
    }

    /** Continues the deletion of a terminating namespace or CRD when one of its objects is gone. */
    private void goOnEmptying(ObjectKey gone) {
        ObjectKey namespace = emptying.get("namespace " + gone.namespace());
        if (namespace != null) {
            queue.accept(new CollectionTask.EmptyNamespace(namespace));
        }
        ObjectKey definition = emptying.get("definition " + gone.resource().origin());
        if (definition != null) {
            queue.accept(new CollectionTask.EmptyDefinition(definition));
        }
    }

    private Optional<ObjectKey> findOwner(ObjectKey dependent, OwnerReference owner) {
        return OwnerReferenceScanner.place(catalog, dependent, owner);
    }

    private Optional<ObjectKey> place(String key) {
        return catalog.atKey(key)
                .map(resource -> place(resource, key.substring(resource.prefix().length())));
    }

    private static ObjectKey place(ServedResource resource, String rest) {
        int slash = rest.indexOf('/');
        return slash < 0
                ? new ObjectKey(resource, "", rest)
                : new ObjectKey(resource, rest.substring(0, slash), rest.substring(slash + 1));
    }

    private boolean isDefinition(ObjectKey place) {
        return place.resource().equals(catalog.definitions());
    }
}
