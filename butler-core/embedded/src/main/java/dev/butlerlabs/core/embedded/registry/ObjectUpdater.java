package dev.butlerlabs.core.embedded.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.patch.ManagedFields;
import dev.butlerlabs.core.embedded.resource.MetadataRules;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.store.KeyExistsException;
import dev.butlerlabs.core.embedded.store.RevisionMismatchException;
import dev.butlerlabs.core.embedded.store.StoreEntry;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Updates objects, or creates them if the resource type allows that. */
final class ObjectUpdater {
    private static final int ATTEMPTS = 64;

    private final StoreWriter commits;
    private final ObjectCreator creation;
    private final ObjectDeleter deletion;
    private final Clock clock;

    ObjectUpdater(StoreWriter commits, ObjectCreator creation, ObjectDeleter deletion, Clock clock) {
        this.commits = commits;
        this.creation = creation;
        this.deletion = deletion;
        this.clock = clock;
    }

    /** Updates an object; retries after a conflicting write, unless the client requested a specific resource version. */
    WriteResult update(ObjectKey place, ObjectChange change, boolean mayCreate, WriteOptions options) {
        for (int attempt = 1; ; attempt++) {
            Optional<StoreEntry> live = commits.get(place);
            try {
                return live.isPresent()
                        ? replace(place, live.get(), change, options)
                        : createInstead(place, change, mayCreate, options);
            } catch (KeyExistsException | RevisionMismatchException e) {
                if (attempt == ATTEMPTS) {
                    throw ApiException.modified(place.subject());
                }
            }
        }
    }

    private WriteResult createInstead(ObjectKey place, ObjectChange change, boolean mayCreate, WriteOptions options) {
        if (!mayCreate) {
            throw ApiException.notFound(place.subject());
        }
        KubernetesObject object = change.apply(Optional.empty()).copy();
        object.put("name", place.name());
        return creation.createAt(place, object, options);
    }

    private WriteResult replace(ObjectKey place, StoreEntry entry, ObjectChange change, WriteOptions options) {
        KubernetesObject old = StoredObjectViews.object(place.resource(), entry.value());
        KubernetesObject wanted = change.apply(Optional.of(old));
        refuseOtherVersion(place, wanted, old);
        KubernetesObject object = prepared(place, wanted, old, options);
        if (ManagedFields.sameContent(object.tree(), old.tree())) {
            return new WriteResult(old, WriteResult.Outcome.UPDATED);
        }
        if (object.isBeingDeleted() && !ObjectDeleter.isHeld(place.resource(), object)) {
            return deletion.finish(place, entry, object, options.dryRun());
        }
        if (options.dryRun()) {
            return new WriteResult(object, WriteResult.Outcome.UPDATED);
        }
        return new WriteResult(commits.replace(place, entry.revision(), object), WriteResult.Outcome.UPDATED);
    }

    private static void refuseOtherVersion(ObjectKey place, KubernetesObject wanted, KubernetesObject old) {
        String version = wanted.resourceVersion();
        if (version.isEmpty() || version.equals("0")) {
            if (!place.resource().behaviour().unconditionalUpdate()) {
                throw unconditional(place);
            }
            wanted.put("resourceVersion", old.resourceVersion());
        } else if (!version.equals(old.resourceVersion())) {
            ResourceVersions.parse(version);
            throw ApiException.modified(place.subject());
        }
    }

    private static ApiException unconditional(ObjectKey place) {
        JsonNode zero = JsonNodeFactory.instance.numberNode(0);
        FieldError error = FieldError.invalid("metadata.resourceVersion", zero, "must be specified for an update");
        return ApiException.invalid(place.subject(), List.of(error));
    }

    private KubernetesObject prepared(
            ObjectKey place, KubernetesObject wanted, KubernetesObject old, WriteOptions options) {
        ServedResource resource = place.resource();
        KubernetesObject object = WritableParts.merge(resource, options.subresource(), wanted, old);
        WritableParts.keepSystemFields(object, old);
        resource.strategy().prepareForUpdate(object, old);
        if (options.subresource() == Subresource.FINALIZE) {
            WritableParts.takeNamespaceFinalizers(object, wanted);
        }
        WritableParts.countGeneration(resource, object, old);
        if (!options.trusted()) {
            refuseInvalid(place, object, old);
        }
        return ManagedFieldsUpdater.recorded(resource, Optional.of(old), object, options, clock.instant());
    }

    private static void refuseInvalid(ObjectKey place, KubernetesObject object, KubernetesObject old) {
        ServedResource resource = place.resource();
        List<FieldError> errors = new ArrayList<>(MetadataRules.validateUpdate(resource, object, old));
        errors.addAll(resource.strategy().validateUpdate(object, old));
        errors.addAll(resource.shape().validateUpdate(object.tree(), old.tree()));
        if (!errors.isEmpty()) {
            throw ApiException.invalid(place.kindSubject(), errors);
        }
    }
}
