package dev.butlerlabs.core.tenant;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Sets the versions of references in an object to those that the API server returns for them. Cluster API 1.11 and newer store only the group of
 * a referenced object and return a version of their own choice. Applying another version changes nothing, but increases the generation of
 * the object each time.
 */
final class ReferenceVersionResolver {
    private static final String SPEC = "spec";
    private static final String API_VERSION = "apiVersion";

    private ReferenceVersionResolver() {}

    /** Returns whether the spec of an object contains references with a version. */
    static boolean hasReferences(GenericKubernetesResource object) {
        return object.get(SPEC) instanceof Map<?, ?> spec && containsReference(spec);
    }

    private static boolean containsReference(Map<?, ?> fields) {
        return isReference(fields)
                || fields.values().stream().anyMatch(value -> value instanceof Map<?, ?> map && containsReference(map));
    }

    /** Returns a copy of an object with the versions of the same references in the present object. */
    static GenericKubernetesResource resolve(GenericKubernetesResource wanted, GenericKubernetesResource present) {
        if (!(wanted.get(SPEC) instanceof Map<?, ?> spec) || !(present.get(SPEC) instanceof Map<?, ?> stored)) {
            return wanted;
        }
        return new GenericKubernetesResourceBuilder(wanted)
                .addToAdditionalProperties(SPEC, resolve(spec, stored))
                .build();
    }

    private static Map<Object, Object> resolve(Map<?, ?> wanted, Map<?, ?> present) {
        Map<Object, Object> fields = new LinkedHashMap<>(wanted);
        if (isReference(wanted) && isSame(wanted, present)) {
            fields.put(API_VERSION, present.get(API_VERSION));
        }
        fields.replaceAll((key, value) -> value instanceof Map<?, ?> map && present.get(key) instanceof Map<?, ?> stored
                ? resolve(map, stored)
                : value);
        return fields;
    }

    private static boolean isReference(Map<?, ?> fields) {
        return fields.get(API_VERSION) instanceof String && fields.containsKey("kind") && fields.containsKey("name");
    }

    private static boolean isSame(Map<?, ?> wanted, Map<?, ?> present) {
        return isReference(present)
                && group(wanted).equals(group(present))
                && Objects.equals(wanted.get("kind"), present.get("kind"))
                && Objects.equals(wanted.get("name"), present.get("name"));
    }

    private static String group(Map<?, ?> reference) {
        String version = String.valueOf(reference.get(API_VERSION));
        return version.substring(0, Math.max(0, version.indexOf('/')));
    }
}
