package dev.butlerlabs.core.embedded.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.patch.ManagedFields;
import dev.butlerlabs.core.embedded.resource.MetadataRules;
import dev.butlerlabs.core.embedded.resource.Resource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.store.Entry;
import dev.butlerlabs.core.embedded.store.KeyExistsException;
import dev.butlerlabs.core.embedded.store.RevisionMismatchException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Updates objects, or creates them if the resource type allows that. */
final class Update {
    private static final int ATTEMPTS = 64;

    private final Commits commits;
    private final Creation creation;
    private final Deletion deletion;
    private final Clock clock;

    Update(Commits commits, Creation creation, Deletion deletion, Clock clock) {
        this.commits = commits;
        this.creation = creation;
        this.deletion = deletion;
        this.clock = clock;
    }

    /** Updates an object; retries after a conflicting write, unless the client requested a specific resource version. */
    Written update(Place place, Change change, boolean mayCreate, WriteOptions options) {
        for (int attempt = 1; ; attempt++) {
            Optional<Entry> live = commits.get(place);
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

    private Written createInstead(Place place, Change change, boolean mayCreate, WriteOptions options) {
        if (!mayCreate) {
            throw ApiException.notFound(place.subject());
        }
        KubernetesObject object = change.apply(Optional.empty()).copy();
        object.put("name", place.name());
        return creation.createAt(place, object, options);
    }

    private Written replace(Place place, Entry entry, Change change, WriteOptions options) {
        KubernetesObject old = Views.object(place.resource(), entry.value());
        KubernetesObject wanted = change.apply(Optional.of(old));
        refuseOtherVersion(place, wanted, old);
        KubernetesObject object = prepared(place, wanted, old, options);
        if (ManagedFields.sameContent(object.tree(), old.tree())) {
            return new Written(old, Written.Outcome.UPDATED);
        }
        if (object.isBeingDeleted() && !Deletion.isHeld(place.resource(), object)) {
            return deletion.finish(place, entry, object, options.dryRun());
        }
        if (options.dryRun()) {
            return new Written(object, Written.Outcome.UPDATED);
        }
        return new Written(commits.replace(place, entry.revision(), object), Written.Outcome.UPDATED);
    }

    private static void refuseOtherVersion(Place place, KubernetesObject wanted, KubernetesObject old) {
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

    private static ApiException unconditional(Place place) {
        JsonNode zero = JsonNodeFactory.instance.numberNode(0);
        FieldError error = FieldError.invalid("metadata.resourceVersion", zero, "must be specified for an update");
        return ApiException.invalid(place.subject(), List.of(error));
    }

    private KubernetesObject prepared(
            Place place, KubernetesObject wanted, KubernetesObject old, WriteOptions options) {
        Resource resource = place.resource();
        KubernetesObject object = Parts.merge(resource, options.subresource(), wanted, old);
        Parts.keepSystemFields(object, old);
        resource.strategy().prepareForUpdate(object, old);
        if (options.subresource() == Subresource.FINALIZE) {
            Parts.takeNamespaceFinalizers(object, wanted);
        }
        Parts.countGeneration(resource, object, old);
        if (!options.trusted()) {
            refuseInvalid(place, object, old);
        }
        return Ownership.recorded(resource, Optional.of(old), object, options, clock.instant());
    }

    private static void refuseInvalid(Place place, KubernetesObject object, KubernetesObject old) {
        Resource resource = place.resource();
        List<FieldError> errors = new ArrayList<>(MetadataRules.validateUpdate(resource, object, old));
        errors.addAll(resource.strategy().validateUpdate(object, old));
        errors.addAll(resource.shape().validateUpdate(object.tree(), old.tree()));
        if (!errors.isEmpty()) {
            throw ApiException.invalid(place.kindSubject(), errors);
        }
    }
}
