package dev.butlerlabs.core.embedded.registry;

import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.resource.Behaviour;
import dev.butlerlabs.core.embedded.resource.MetadataRules;
import dev.butlerlabs.core.embedded.resource.Resource;
import dev.butlerlabs.core.embedded.resource.Timestamps;
import dev.butlerlabs.core.embedded.schema.FieldError;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.status.Details;
import dev.butlerlabs.core.embedded.store.KeyExistsException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Creates objects. */
final class Creation {
    private static final String NAME_ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX_LENGTH = 5;
    private static final int LONGEST_GENERATED = 63;
    private static final int NAME_ATTEMPTS = 8;

    private final Commits commits;
    private final Namespaces namespaces;
    private final Clock clock;
    private final RandomGenerator random;

    Creation(Commits commits, Namespaces namespaces, Clock clock, RandomGenerator random) {
        this.commits = commits;
        this.namespaces = namespaces;
        this.clock = clock;
        this.random = random;
    }

    Written create(Resource resource, String namespace, KubernetesObject object, WriteOptions options) {
        boolean generated = object.name().isEmpty() && !object.generateName().isEmpty();
        for (int attempt = 1; ; attempt++) {
            KubernetesObject candidate = object.copy();
            if (generated) {
                candidate.put("name", generatedName(object.generateName()));
            }
            Place place = new Place(resource, namespace, candidate.name());
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
    Written createAt(Place place, KubernetesObject object, WriteOptions options) {
        return commit(place, prepared(place, object, options), options);
    }

    private static ApiException taken(Place place, KeyExistsException e) {
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

    private KubernetesObject prepared(Place place, KubernetesObject object, WriteOptions options) {
        refuseResourceVersion(object);
        namespaces.requireOpen(place);
        stamp(place, object);
        Behaviour behaviour = place.resource().behaviour();
        if (behaviour.status() && !behaviour.statusOnCreate()) {
            object.tree().remove("status");
        }
        place.resource().strategy().prepareForCreate(object);
        if (!options.trusted()) {
            refuseInvalid(place, object);
        }
        return Ownership.recorded(place.resource(), Optional.empty(), object, options, clock.instant());
    }

    private static void refuseResourceVersion(KubernetesObject object) {
        if (!object.resourceVersion().isEmpty()) {
            throw new ApiException(
                    500, "", "resourceVersion should not be set on objects to be created", Details.ABSENT);
        }
    }

    private void stamp(Place place, KubernetesObject object) {
        object.put("namespace", place.namespace());
        object.put("uid", UUID.randomUUID().toString());
        object.put("creationTimestamp", Timestamps.of(clock.instant()));
        List.of("deletionTimestamp", "deletionGracePeriodSeconds", "selfLink", "generation")
                .forEach(object.metadata()::remove);
        if (place.resource().behaviour().generation() != Behaviour.Generation.NONE) {
            object.metadata().put("generation", 1);
        }
    }

    private static void refuseInvalid(Place place, KubernetesObject object) {
        Resource resource = place.resource();
        List<FieldError> errors = new ArrayList<>(MetadataRules.validate(resource, object));
        errors.addAll(resource.strategy().validate(object));
        errors.addAll(resource.shape().validate(object.tree()));
        if (!errors.isEmpty()) {
            throw ApiException.invalid(place.kindSubject(), errors);
        }
    }

    private Written commit(Place place, KubernetesObject object, WriteOptions options) {
        if (!options.dryRun()) {
            return new Written(commits.create(place, object), Written.Outcome.CREATED);
        }
        if (commits.get(place).isPresent()) {
            throw ApiException.alreadyExists(place.subject());
        }
        return new Written(object, Written.Outcome.CREATED);
    }
}
