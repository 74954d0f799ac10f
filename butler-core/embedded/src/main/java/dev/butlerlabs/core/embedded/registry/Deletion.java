package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.DeleteOptions.Propagation;
import dev.butlerlabs.core.embedded.resource.Resource;
import dev.butlerlabs.core.embedded.resource.Timestamps;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.store.Entry;
import dev.butlerlabs.core.embedded.store.RevisionMismatchException;
import java.time.Clock;
import java.util.List;

/** Deletes objects, either at once or when their finalizers are removed. */
final class Deletion {
    static final String FOREGROUND = "foregroundDeletion";
    static final String ORPHAN = "orphan";
    private static final int ATTEMPTS = 64;

    private final Commits commits;
    private final Clock clock;

    Deletion(Commits commits, Clock clock) {
        this.commits = commits;
        this.clock = clock;
    }

    /** Whether finalizers still prevent the removal of the object. */
    static boolean isHeld(Resource resource, KubernetesObject object) {
        return !object.finalizers().isEmpty() || resource.strategy().holdsItself(object);
    }

    Written delete(Place place, DeleteOptions options) {
        for (int attempt = 1; ; attempt++) {
            Entry entry = commits.get(place).orElseThrow(() -> ApiException.notFound(place.subject()));
            KubernetesObject live = Views.object(place.resource(), entry.value());
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

    private static void refuseOtherThanAskedFor(Place place, KubernetesObject live, DeleteOptions options) {
        options.uid()
                .filter(uid -> !uid.equals(live.uid()))
                .ifPresent(uid -> refuse(place, "UID", uid, live.uid(), "deleted and then recreated"));
        options.resourceVersion()
                .filter(version -> !version.equals(live.resourceVersion()))
                .ifPresent(version -> refuse(place, "ResourceVersion", version, live.resourceVersion(), "modified"));
    }

    private static void refuse(Place place, String what, String asked, String found, String why) {
        throw ApiException.conflict(
                place.subject(),
                "the %s in the precondition (%s) does not match the %s in record (%s). The object might have been %s"
                        .formatted(what, asked, what, found, why));
    }

    private Written delete(Place place, Entry entry, KubernetesObject live, DeleteOptions options) {
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
            return new Written(object, Written.Outcome.UPDATED);
        }
        return new Written(commits.replace(place, entry.revision(), object), Written.Outcome.UPDATED);
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
    Written finish(Place place, Entry entry, KubernetesObject last, boolean dryRun) {
        if (dryRun) {
            return new Written(last, Written.Outcome.DELETED);
        }
        return new Written(commits.delete(place, entry.revision(), last), Written.Outcome.DELETED);
    }
}
