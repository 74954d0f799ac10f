package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.OwnershipTags;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Map;
import java.util.Optional;

/** Reads fields of objects. */
final class ObjectFieldReader {
    private ObjectFieldReader() {}

    /** Returns the spec and the status. */
    static UntypedTree fields(GenericKubernetesResource object) {
        return UntypedTree.of(object.getAdditionalProperties());
    }

    /** Returns a text that is not blank. */
    static Optional<String> text(GenericKubernetesResource object, String path) {
        return text(fields(object), path);
    }

    /** Returns a text that is not blank. */
    static Optional<String> text(UntypedTree tree, String path) {
        return tree.text(path).filter(text -> !text.isBlank());
    }

    static Optional<Long> number(GenericKubernetesResource object, String path) {
        return fields(object).number(path).map(Number::longValue);
    }

    /** Returns the condition of a type, if the object has it. */
    static Optional<UntypedTree> condition(GenericKubernetesResource object, String type) {
        return fields(object).items("status.conditions").stream()
                .filter(condition -> condition.anyText("type").equals(type))
                .findFirst();
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
