package dev.butlerlabs.core.embedded.gc;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.DeleteOptions;
import dev.butlerlabs.core.embedded.registry.DeleteOptions.Propagation;
import dev.butlerlabs.core.embedded.registry.Place;
import dev.butlerlabs.core.embedded.registry.Registry;
import dev.butlerlabs.core.embedded.registry.WriteOptions;
import dev.butlerlabs.core.embedded.resource.Catalog;
import dev.butlerlabs.core.embedded.resource.Resource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import dev.butlerlabs.core.embedded.store.RangeQuery;
import java.util.List;

/** Deletes the contents of terminating objects: all objects of a namespace, all custom resources of a CRD. */
final class Emptying {
    private final Registry registry;

    Emptying(Registry registry) {
        this.registry = registry;
    }

    void emptyNamespace(Place namespace) {
        if (!isBeingDeleted(namespace)) {
            return;
        }
        boolean empty = true;
        for (Resource resource : registry.catalog().stored()) {
            if (resource.namespaced()) {
                empty &= deleteAll(resource, namespace.name());
            }
        }
        if (!empty) {
            reportRemains(namespace);
        } else {
            finish(
                    namespace,
                    Subresource.FINALIZE,
                    object -> object.tree().withObjectProperty("spec").remove("finalizers"));
        }
    }

    /** Writes the remaining objects and finalizers to the status of the namespace. */
    private void reportRemains(Place namespace) {
        Remains remains = Remains.in(registry, namespace.name());
        finish(namespace, Subresource.STATUS, remains::describe);
    }

    void emptyDefinition(Place definition) {
        if (!isBeingDeleted(definition)) {
            return;
        }
        boolean empty = true;
        for (Resource resource : registry.catalog().definedBy(definition.name())) {
            empty &= deleteAll(resource, "");
        }
        if (empty) {
            finish(definition, Subresource.NONE, object -> {
                List<String> finalizers = object.finalizers();
                finalizers.remove(Catalog.CLEANUP_FINALIZER);
                object.setFinalizers(finalizers);
            });
        }
    }

    private boolean isBeingDeleted(Place place) {
        return registry.find(place)
                .map(entry -> KubernetesObject.parse(entry.value()).isBeingDeleted())
                .orElse(false);
    }

    /**
     * Deletes all objects of a resource type.
     *
     * @return true if no object remains that waits for its finalizers
     */
    private boolean deleteAll(Resource resource, String namespace) {
        registry.range(RangeQuery.all(resource.prefix(namespace))).entries().forEach(entry -> {
            KubernetesObject object = KubernetesObject.parse(entry.value());
            if (!object.isBeingDeleted()) {
                Place place = new Place(resource, object.namespace(), object.name());
                Chores.ignoringAbsence(
                        () -> registry.delete(place, DeleteOptions.ofUid(object.uid(), Propagation.BACKGROUND)));
            }
        });
        return registry.store().count(resource.prefix(namespace)) == 0;
    }

    private void finish(Place place, Subresource part, java.util.function.Consumer<KubernetesObject> step) {
        Chores.ignoringAbsence(() -> registry.update(
                place,
                live -> {
                    KubernetesObject object = live.orElseThrow().copy();
                    step.accept(object);
                    return object;
                },
                false,
                WriteOptions.internal(part)));
    }
}
