package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.OwnershipTags;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads fields of objects. */
final class ObjectFieldReader {
    private ObjectFieldReader() {}

    static Optional<String> text(GenericKubernetesResource object, String... path) {
        return at(object.getAdditionalProperties(), path)
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .filter(text -> !text.isBlank());
    }

    static Optional<String> text(Map<?, ?> tree, String... path) {
        return at(tree, path)
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .filter(text -> !text.isBlank());
    }

    static Optional<Long> number(GenericKubernetesResource object, String... path) {
        return at(object.getAdditionalProperties(), path)
                .filter(Number.class::isInstance)
                .map(value -> ((Number) value).longValue());
    }

    /** Returns the maps of a list and skips other items. */
    static List<Map<?, ?>> items(GenericKubernetesResource object, String... path) {
        List<?> list = at(object.getAdditionalProperties(), path)
                .filter(List.class::isInstance)
                .<List<?>>map(value -> (List<?>) value)
                .orElse(List.of());
        return list.stream()
                .filter(Map.class::isInstance)
                .<Map<?, ?>>map(item -> (Map<?, ?>) item)
                .toList();
    }

    static Map<?, ?> map(GenericKubernetesResource object, String... path) {
        return at(object.getAdditionalProperties(), path)
                .filter(Map.class::isInstance)
                .<Map<?, ?>>map(value -> (Map<?, ?>) value)
                .orElse(Map.of());
    }

    /** Returns the condition of a type, if the object has it. */
    static Optional<Map<?, ?>> condition(GenericKubernetesResource object, String type) {
        return items(object, "status", "conditions").stream()
                .filter(condition -> type.equals(condition.get("type")))
                .findFirst();
    }

    private static Optional<Object> at(Map<?, ?> tree, String... path) {
        Object value = tree;
        for (String step : path) {
            value = value instanceof Map<?, ?> map ? map.get(step) : null;
        }
        return Optional.ofNullable(value);
    }

    static String name(GenericKubernetesResource object) {
        return object.getMetadata().getName();
    }

    static String uid(GenericKubernetesResource object) {
        return Optional.ofNullable(object.getMetadata().getUid()).orElse("");
    }

    static boolean isLeaving(GenericKubernetesResource object) {
        return object.getMetadata().getDeletionTimestamp() != null;
    }

    static Map<String, String> labels(GenericKubernetesResource object) {
        return Optional.ofNullable(object.getMetadata().getLabels()).orElse(Map.of());
    }

    /** Returns whether an object belongs to this machine: all three ownership labels must match. */
    static boolean belongsTo(GenericKubernetesResource object, MachineId id) {
        return labels(object).entrySet().containsAll(OwnershipTags.marks(id).entrySet());
    }

    /**
     * Returns the owner.
     *
     * @return empty if the label is missing or not valid
     */
    static Optional<OwnerId> owner(GenericKubernetesResource object) {
        try {
            return OwnershipTags.owner(labels(object));
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }
}
