package dev.butlerlabs.core.embedded.gc;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.DeleteOptions;
import dev.butlerlabs.core.embedded.registry.DeleteOptions.Propagation;
import dev.butlerlabs.core.embedded.registry.ObjectKey;
import dev.butlerlabs.core.embedded.registry.ObjectRegistry;
import dev.butlerlabs.core.embedded.registry.WriteOptions;
import dev.butlerlabs.core.embedded.resource.ResourceCatalog;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import dev.butlerlabs.core.embedded.store.RangeQuery;
import java.util.List;

/** Deletes the contents of terminating objects: all objects of a namespace, all custom resources of a CRD. */
final class NamespaceCleaner {
    private final ObjectRegistry registry;

    NamespaceCleaner(ObjectRegistry registry) {
        this.registry = registry;
    }

    void emptyNamespace(ObjectKey namespace) {
        if (!isBeingDeleted(namespace)) {
            return;
        }
        boolean empty = true;
        for (ServedResource resource : registry.catalog().stored()) {
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
    private void reportRemains(ObjectKey namespace) {
        RemainingNamespaceContent remains = RemainingNamespaceContent.in(registry, namespace.name());
        finish(namespace, Subresource.STATUS, remains::describe);
    }

    void emptyDefinition(ObjectKey definition) {
        if (!isBeingDeleted(definition)) {
            return;
        }
        boolean empty = true;
        for (ServedResource resource : registry.catalog().definedBy(definition.name())) {
            empty &= deleteAll(resource, "");
        }
        if (empty) {
            finish(definition, Subresource.NONE, object -> {
                List<String> finalizers = object.finalizers();
                finalizers.remove(ResourceCatalog.CLEANUP_FINALIZER);
                object.setFinalizers(finalizers);
            });
        }
    }

    private boolean isBeingDeleted(ObjectKey place) {
        return registry.find(place)
                .map(entry -> KubernetesObject.parse(entry.value()).isBeingDeleted())
                .orElse(false);
    }

    /**
     * Deletes all objects of a resource type.
     *
     * @return true if no object remains that waits for its finalizers
     */
    private boolean deleteAll(ServedResource resource, String namespace) {
        registry.range(RangeQuery.all(resource.prefix(namespace))).entries().forEach(entry -> {
            KubernetesObject object = KubernetesObject.parse(entry.value());
            if (!object.isBeingDeleted()) {
                ObjectKey place = new ObjectKey(resource, object.namespace(), object.name());
                GarbageCollector.ignoringAbsence(
                        () -> registry.delete(place, DeleteOptions.ofUid(object.uid(), Propagation.BACKGROUND)));
            }
        });
        return registry.store().count(resource.prefix(namespace)) == 0;
    }

    private void finish(ObjectKey place, Subresource part, java.util.function.Consumer<KubernetesObject> step) {
        GarbageCollector.ignoringAbsence(() -> registry.update(
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
