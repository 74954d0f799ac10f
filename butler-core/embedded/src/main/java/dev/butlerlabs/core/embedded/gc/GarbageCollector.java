package dev.butlerlabs.core.embedded.gc;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.json.OwnerReference;
import dev.butlerlabs.core.embedded.registry.DeleteOptions;
import dev.butlerlabs.core.embedded.registry.DeleteOptions.Propagation;
import dev.butlerlabs.core.embedded.registry.ObjectKey;
import dev.butlerlabs.core.embedded.registry.ObjectRegistry;
import dev.butlerlabs.core.embedded.registry.StoredObjectViews;
import dev.butlerlabs.core.embedded.registry.WriteOptions;
import dev.butlerlabs.core.embedded.status.ApiException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Executes garbage collection tasks. Every task reads the current state and is idempotent. */
final class GarbageCollector {
    static final String FOREGROUND = "foregroundDeletion";
    static final String ORPHAN = "orphan";

    private final ObjectRegistry registry;
    private final DependentIndex dependents;
    private final OwnerReferenceScanner owners;
    private final NamespaceCleaner emptying;

    GarbageCollector(ObjectRegistry registry, DependentIndex dependents) {
        this.registry = registry;
        this.dependents = dependents;
        this.owners = new OwnerReferenceScanner(registry);
        this.emptying = new NamespaceCleaner(registry);
    }

    void perform(CollectionTask task) {
        switch (task) {
            case CollectionTask.CheckOwners check ->
                find(check.place()).ifPresent(object -> checkOwners(check.place(), object));
            case CollectionTask.DeleteDependentsFirst first ->
                find(first.place()).ifPresent(object -> deleteDependentsFirst(first.place(), object));
            case CollectionTask.ReleaseDependents release ->
                find(release.place()).ifPresent(object -> releaseDependents(release.place(), object));
            case CollectionTask.EmptyNamespace namespace -> emptying.emptyNamespace(namespace.place());
            case CollectionTask.EmptyDefinition definition -> emptying.emptyDefinition(definition.place());
        }
    }

    private Optional<KubernetesObject> find(ObjectKey place) {
        return registry.find(place).map(entry -> StoredObjectViews.object(place.resource(), entry.value()));
    }

    private void checkOwners(ObjectKey place, KubernetesObject object) {
        if (object.isBeingDeleted()) {
            return;
        }
        List<OwnerReference> gone = new ArrayList<>();
        List<OwnerReference> waiting = new ArrayList<>();
        boolean kept = false;
        for (OwnerReference owner : object.owners()) {
            switch (owners.state(place, owner)) {
                case PRESENT, UNKNOWN -> kept = true;
                case WAITING_FOR_DEPENDENTS -> waiting.add(owner);
                case ABSENT -> gone.add(owner);
            }
        }
        if (gone.isEmpty() && waiting.isEmpty()) {
            return;
        }
        if (kept) {
            gone.addAll(waiting);
            dropOwners(place, gone::contains);
        } else {
            delete(place, object, !waiting.isEmpty());
        }
    }

    /** Deletes a dependent. If its owner is deleted in the foreground, so is the dependent: its own dependents are deleted first. */
    private void delete(ObjectKey place, KubernetesObject object, boolean ownerWaits) {
        boolean hasDependents = !dependents.of(object.uid()).isEmpty();
        boolean foreground = object.finalizers().contains(FOREGROUND) || (ownerWaits && hasDependents);
        Propagation propagation = object.finalizers().contains(ORPHAN)
                ? Propagation.ORPHAN
                : foreground ? Propagation.FOREGROUND : Propagation.BACKGROUND;
        ignoringAbsence(() -> registry.delete(place, DeleteOptions.ofUid(object.uid(), propagation)));
    }

    private void deleteDependentsFirst(ObjectKey place, KubernetesObject owner) {
        if (!owner.isBeingDeleted() || !owner.finalizers().contains(FOREGROUND)) {
            return;
        }
        for (ObjectKey dependent : dependents.of(owner.uid())) {
            find(dependent).ifPresent(object -> checkOwners(dependent, object));
        }
        Collection<ObjectKey> blocking = dependents.blocking(owner.uid());
        if (blocking.stream().noneMatch(dependent -> registry.find(dependent).isPresent())) {
            dropFinalizer(place, FOREGROUND);
        }
    }

    private void releaseDependents(ObjectKey place, KubernetesObject owner) {
        if (!owner.isBeingDeleted() || !owner.finalizers().contains(ORPHAN)) {
            return;
        }
        for (ObjectKey dependent : dependents.of(owner.uid())) {
            dropOwners(dependent, reference -> reference.uid().equals(owner.uid()));
        }
        dropFinalizer(place, ORPHAN);
    }

    private void dropOwners(ObjectKey place, Predicate<OwnerReference> which) {
        change(place, object -> {
            List<OwnerReference> references = object.owners();
            for (int i = references.size() - 1; i >= 0; i--) {
                if (which.test(references.get(i))) {
                    object.metadata().withArrayProperty("ownerReferences").remove(i);
                }
            }
            if (object.owners().isEmpty()) {
                object.metadata().remove("ownerReferences");
            }
        });
    }

    private void dropFinalizer(ObjectKey place, String finalizer) {
        change(place, object -> {
            List<String> left = object.finalizers();
            left.removeAll(Set.of(finalizer));
            object.setFinalizers(left);
        });
    }

    private void change(ObjectKey place, java.util.function.Consumer<KubernetesObject> step) {
        ignoringAbsence(() -> registry.update(
                place,
                live -> {
                    KubernetesObject object = live.orElseThrow().copy();
                    step.accept(object);
                    return object;
                },
                false,
                WriteOptions.internal()));
    }

    /** Runs an action and ignores that its object no longer exists. */
    static void ignoringAbsence(Runnable action) {
        try {
            action.run();
        } catch (ApiException e) {
            if (e.code() != 404) {
                throw e;
            }
        }
    }
}
