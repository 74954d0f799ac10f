package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.DeleteOptions.Propagation;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.resource.Timestamps;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.store.RevisionMismatchException;
import dev.butlerlabs.core.embedded.store.StoreEntry;
import java.time.Clock;
import java.util.List;

/** Deletes objects, either at once or when their finalizers are removed. */
final class ObjectDeleter {
    static final String FOREGROUND = "foregroundDeletion";
    static final String ORPHAN = "orphan";
    private static final int ATTEMPTS = 64;

    private final StoreWriter commits;
    private final Clock clock;

    ObjectDeleter(StoreWriter commits, Clock clock) {
        this.commits = commits;
        this.clock = clock;
    }

    /** Whether finalizers still prevent the removal of the object. */
    static boolean isHeld(ServedResource resource, KubernetesObject object) {
        return !object.finalizers().isEmpty() || resource.strategy().holdsItself(object);
    }

    WriteResult delete(ObjectKey place, DeleteOptions options) {
        for (int attempt = 1; ; attempt++) {
            StoreEntry entry = commits.get(place).orElseThrow(() -> ApiException.notFound(place.subject()));
            KubernetesObject live = StoredObjectViews.object(place.resource(), entry.value());
            refuseOtherThanAskedFor(place, live, options);
            place.resource().strategy().refuseDeletion(live).ifPresent(why -> {
                throw ApiException.forbidden(place.subject(), why);
            });
            try {
                return delete(place, entry, live, options);
            } catch (RevisionMismatchException e) {
                if (attempt == ATTEMPTS) {
                    throw ApiException.modified(place.subject());
                }
            }
        }
    }

    private static void refuseOtherThanAskedFor(ObjectKey place, KubernetesObject live, DeleteOptions options) {
        options.uid()
                .filter(uid -> !uid.equals(live.uid()))
                .ifPresent(uid -> refuse(place, "UID", uid, live.uid(), "deleted and then recreated"));
        options.resourceVersion()
                .filter(version -> !version.equals(live.resourceVersion()))
                .ifPresent(version -> refuse(place, "ResourceVersion", version, live.resourceVersion(), "modified"));
    }

    private static void refuse(ObjectKey place, String what, String asked, String found, String why) {
        throw ApiException.conflict(
                place.subject(),
                "the %s in the precondition (%s) does not match the %s in record (%s). The object might have been %s"
                        .formatted(what, asked, what, found, why));
    }

    private WriteResult delete(ObjectKey place, StoreEntry entry, KubernetesObject live, DeleteOptions options) {
        KubernetesObject object = live.copy();
        options.propagation().ifPresent(propagation -> setPropagation(object, propagation));
        if (!live.isBeingDeleted()) {
            place.resource().strategy().prepareForDeletion(object);
        }
        if (!isHeld(place.resource(), object)) {
            return finish(place, entry, object, options.dryRun());
        }
        markDeleted(object);
        if (options.dryRun() || object.tree().equals(live.tree())) {
            return new WriteResult(object, WriteResult.Outcome.UPDATED);
        }
        return new WriteResult(commits.replace(place, entry.revision(), object), WriteResult.Outcome.UPDATED);
    }

    private static void setPropagation(KubernetesObject object, Propagation propagation) {
        List<String> finalizers = object.finalizers();
        finalizers.removeAll(List.of(FOREGROUND, ORPHAN));
        switch (propagation) {
            case FOREGROUND -> finalizers.add(FOREGROUND);
            case ORPHAN -> finalizers.add(ORPHAN);
            case BACKGROUND -> {}
        }
        object.setFinalizers(finalizers);
    }

    private void markDeleted(KubernetesObject object) {
        if (object.isBeingDeleted()) {
            return;
        }
        object.put("deletionTimestamp", Timestamps.of(clock.instant()));
        object.metadata().put("deletionGracePeriodSeconds", 0);
        if (object.generation() > 0) {
            object.metadata().put("generation", object.generation() + 1);
        }
    }

    /** Removes an object without finalizers from the store. */
    WriteResult finish(ObjectKey place, StoreEntry entry, KubernetesObject last, boolean dryRun) {
        if (dryRun) {
            return new WriteResult(last, WriteResult.Outcome.DELETED);
        }
        return new WriteResult(commits.delete(place, entry.revision(), last), WriteResult.Outcome.DELETED);
    }
}
