package dev.butlerlabs.core.backup.restore;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.backup.content.ResourceType;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Converts objects of a backup to objects for another cluster. Pure functions. */
final class RestoredObject {
    private static final String RESTORE = "restore";
    private static final String SPEC = "spec";
    private static final String STATUS = "status";
    private static final String POLICY = "managementPolicy";
    private static final String PAUSED = "paused";

    private RestoredObject() {}

    /**
     * Returns the object to create: without the metadata of its old server and without status. Butler's controllers ignore it because of a
     * label, and tenant clusters are paused.
     */
    static GenericKubernetesResource of(
            ResourceType type, GenericKubernetesResource stored, List<OwnerReference> owners, String sentinel) {
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setApiVersion(type.apiVersion());
        object.setKind(type.kind());
        object.setMetadata(metadata(stored, owners));
        stored.getAdditionalProperties().forEach((key, value) -> {
            if (!key.equals(STATUS) || !type.hasStatus()) {
                object.setAdditionalProperty(key, value);
            }
        });
        if (type.group().equals(ApiGroup.NAME)) {
            object.getMetadata().getLabels().put(Labels.ENGINE_OF, RESTORE);
        }
        if (isPausable(type) && !isPaused(type, stored)) {
            object.getMetadata().getAnnotations().put(Annotations.PAUSED_BY_RESTORE, sentinel);
            object.setAdditionalProperty(SPEC, paused(type, stored));
        }
        return object;
    }

    private static ObjectMeta metadata(GenericKubernetesResource stored, List<OwnerReference> owners) {
        ObjectMeta source = stored.getMetadata();
        ObjectMeta metadata = new ObjectMetaBuilder()
                .withName(source.getName())
                .withNamespace(source.getNamespace())
                .withLabels(copy(source.getLabels()))
                .withAnnotations(copy(source.getAnnotations()))
                .withFinalizers(source.getFinalizers())
                .withOwnerReferences(owners)
                .build();
        metadata.getAnnotations().remove(Annotations.RESTORED_FROM);
        metadata.getAnnotations().remove(Annotations.PAUSED_BY_RESTORE);
        return metadata;
    }

    private static Map<String, String> copy(Map<String, String> entries) {
        return new HashMap<>(Objects.requireNonNullElse(entries, Map.of()));
    }

    /** Returns the object with its identity and status only; empty if it has no status. */
    static Optional<GenericKubernetesResource> status(ResourceType type, GenericKubernetesResource stored) {
        Object status = stored.get(STATUS);
        if (!type.hasStatus() || status == null) {
            return Optional.empty();
        }
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setApiVersion(type.apiVersion());
        object.setKind(type.kind());
        object.setMetadata(new ObjectMetaBuilder()
                .withName(stored.getMetadata().getName())
                .withNamespace(stored.getMetadata().getNamespace())
                .build());
        object.setAdditionalProperty(STATUS, status);
        return Optional.of(object);
    }

    /** Returns the merge patch that marks an object as restored and lets the controllers see it. */
    static Map<String, Object> completion(String sentinel) {
        Map<String, Object> labels = new HashMap<>();
        labels.put(Labels.ENGINE_OF, null);
        return Map.of("metadata", Map.of("annotations", Map.of(Annotations.RESTORED_FROM, sentinel), "labels", labels));
    }

    /** Returns the merge patch that ends the pause of an object. */
    static Map<String, Object> unpausing(ResourceType type, GenericKubernetesResource stored) {
        String field = pauseField(type);
        Map<String, Object> annotations = new HashMap<>();
        annotations.put(Annotations.PAUSED_BY_RESTORE, null);
        annotations.put(Annotations.MODE_BEFORE_PAUSE, null);
        Map<String, Object> spec = new HashMap<>();
        spec.put(field, spec(stored).get(field));
        return Map.of("metadata", Map.of("annotations", annotations), SPEC, spec);
    }

    static boolean isPausable(ResourceType type) {
        return isTenant(type) || isClusterApiCluster(type);
    }

    private static boolean isTenant(ResourceType type) {
        return type.group().equals(ApiGroup.NAME) && type.kind().equals("TenantCluster");
    }

    private static boolean isClusterApiCluster(ResourceType type) {
        return type.group().equals("cluster.x-k8s.io") && type.kind().equals("Cluster");
    }

    private static String pauseField(ResourceType type) {
        return isTenant(type) ? POLICY : PAUSED;
    }

    private static boolean isPaused(ResourceType type, GenericKubernetesResource stored) {
        Object value = spec(stored).get(pauseField(type));
        return isTenant(type)
                ? value instanceof Map<?, ?> policy && "Observe".equals(policy.get("mode"))
                : Boolean.TRUE.equals(value);
    }

    private static Map<String, Object> paused(ResourceType type, GenericKubernetesResource stored) {
        Map<String, Object> spec = new HashMap<>(spec(stored));
        if (isTenant(type)) {
            Map<String, Object> policy = new HashMap<>();
            if (spec.get(POLICY) instanceof Map<?, ?> before) {
                before.forEach((key, value) -> policy.put(String.valueOf(key), value));
            }
            policy.put("mode", "Observe");
            spec.put(POLICY, policy);
        } else {
            spec.put(PAUSED, true);
        }
        return spec;
    }

    private static Map<String, Object> spec(GenericKubernetesResource object) {
        Map<String, Object> spec = new HashMap<>();
        if (object.get(SPEC) instanceof Map<?, ?> fields) {
            fields.forEach((key, value) -> spec.put(String.valueOf(key), value));
        }
        return spec;
    }

    /** Returns whether an object of the target is what a restore would create: all fields but metadata and status are equal. */
    static boolean isSame(GenericKubernetesResource existing, GenericKubernetesResource wanted) {
        return content(existing).equals(content(wanted));
    }

    private static Map<String, Object> content(GenericKubernetesResource object) {
        Map<String, Object> content = new HashMap<>(object.getAdditionalProperties());
        content.remove(STATUS);
        return content;
    }
}
