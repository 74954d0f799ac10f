package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.resource.MetadataRules;
import dev.butlerlabs.core.embedded.resource.ResourceBehavior;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.resource.Timestamps;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.status.ApiStatusDetails;
import dev.butlerlabs.core.embedded.store.KeyExistsException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Creates objects. */
final class ObjectCreator {
    private static final String NAME_ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX_LENGTH = 5;
    private static final int LONGEST_GENERATED = 63;
    private static final int NAME_ATTEMPTS = 8;

    private final StoreWriter commits;
    private final NamespaceCheck namespaces;
    private final Clock clock;
    private final RandomGenerator random;

    ObjectCreator(StoreWriter commits, NamespaceCheck namespaces, Clock clock, RandomGenerator random) {
        this.commits = commits;
        this.namespaces = namespaces;
        this.clock = clock;
        this.random = random;
    }

    WriteResult create(ServedResource resource, String namespace, KubernetesObject object, WriteOptions options) {
        boolean generated = object.name().isEmpty() && !object.generateName().isEmpty();
        for (int attempt = 1; ; attempt++) {
            KubernetesObject candidate = object.copy();
            if (generated) {
                candidate.put("name", generatedName(object.generateName()));
            }
            ObjectKey place = new ObjectKey(resource, namespace, candidate.name());
            try {
                return createAt(place, candidate, options);
            } catch (KeyExistsException e) {
                if (!generated || attempt == NAME_ATTEMPTS) {
                    throw taken(place, e);
                }
            }
        }
    }

    /**
     * Creates an object under a given key; modifies the given object.
     *
     * @throws KeyExistsException if another request created it first
     */
    WriteResult createAt(ObjectKey place, KubernetesObject object, WriteOptions options) {
        return commit(place, prepared(place, object, options), options);
    }

    private static ApiException taken(ObjectKey place, KeyExistsException e) {
        boolean going = KubernetesObject.parse(e.current().value()).isBeingDeleted();
        return ApiException.alreadyExists(place.subject(), going ? "object is being deleted: " : "");
    }

    private String generatedName(String base) {
        StringBuilder name = new StringBuilder(base);
        name.setLength(Math.min(name.length(), LONGEST_GENERATED - SUFFIX_LENGTH));
        for (int i = 0; i < SUFFIX_LENGTH; i++) {
            name.append(NAME_ALPHABET.charAt(random.nextInt(NAME_ALPHABET.length())));
        }
        return name.toString();
    }

    private KubernetesObject prepared(ObjectKey place, KubernetesObject object, WriteOptions options) {
        refuseResourceVersion(object);
        namespaces.requireOpen(place);
        stamp(place, object);
        ResourceBehavior behaviour = place.resource().behaviour();
        if (behaviour.status() && !behaviour.statusOnCreate()) {
            object.tree().remove("status");
        }
        place.resource().strategy().prepareForCreate(object);
        if (!options.trusted()) {
            refuseInvalid(place, object);
        }
        return ManagedFieldsUpdater.recorded(place.resource(), Optional.empty(), object, options, clock.instant());
    }

    private static void refuseResourceVersion(KubernetesObject object) {
        if (!object.resourceVersion().isEmpty()) {
            throw new ApiException(
                    500, "", "resourceVersion should not be set on objects to be created", ApiStatusDetails.ABSENT);
        }
    }

    private void stamp(ObjectKey place, KubernetesObject object) {
        object.put("namespace", place.namespace());
        object.put("uid", UUID.randomUUID().toString());
        object.put("creationTimestamp", Timestamps.of(clock.instant()));
        List.of("deletionTimestamp", "deletionGracePeriodSeconds", "selfLink", "generation")
                .forEach(object.metadata()::remove);
        if (place.resource().behaviour().generation() != ResourceBehavior.Generation.NONE) {
            object.metadata().put("generation", 1);
        }
    }

    private static void refuseInvalid(ObjectKey place, KubernetesObject object) {
        ServedResource resource = place.resource();
        List<FieldError> errors = new ArrayList<>(MetadataRules.validate(resource, object));
        errors.addAll(resource.strategy().validate(object));
        errors.addAll(resource.shape().validate(object.tree()));
        if (!errors.isEmpty()) {
            throw ApiException.invalid(place.kindSubject(), errors);
        }
    }

    private WriteResult commit(ObjectKey place, KubernetesObject object, WriteOptions options) {
        if (!options.dryRun()) {
            return new WriteResult(commits.create(place, object), WriteResult.Outcome.CREATED);
        }
        if (commits.get(place).isPresent()) {
            throw ApiException.alreadyExists(place.subject());
        }
        return new WriteResult(object, WriteResult.Outcome.CREATED);
    }
}
