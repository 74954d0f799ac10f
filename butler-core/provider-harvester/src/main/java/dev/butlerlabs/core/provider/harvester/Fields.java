package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.Ownership;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what an object says, where it says it. */
final class Fields {
    private Fields() {}

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

    /** The maps of a list; anything else in it is passed over. */
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

    /** The condition of a type, if the object has it. */
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

    /** Whether something was made for this machine: all three marks have to agree. */
    static boolean belongsTo(GenericKubernetesResource object, MachineId id) {
        return labels(object).entrySet().containsAll(Ownership.marks(id).entrySet());
    }

    /** Whose it is; empty also when the mark is one Butler would not have written. */
    static Optional<OwnerId> owner(GenericKubernetesResource object) {
        try {
            return Ownership.owner(labels(object));
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }
}
