package dev.butlerlabs.core.embedded.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.resource.ResourceBehavior;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import java.util.List;

/** Determines which parts of an object a write may change, and updates the generation. */
final class WritableParts {
    private WritableParts() {}

    /** Returns the old object with the written part replaced by that of the requested object. */
    static KubernetesObject merge(
            ServedResource resource, Subresource part, KubernetesObject wanted, KubernetesObject old) {
        return switch (part) {
            case NONE -> withoutStatusChange(resource, wanted, old);
            case STATUS -> withStatus(wanted, old);
            case SCALE -> wanted;
            case FINALIZE -> old.copy();
        };
    }

    private static KubernetesObject withoutStatusChange(
            ServedResource resource, KubernetesObject wanted, KubernetesObject old) {
        if (resource.behaviour().status()) {
            copyField(old.tree(), wanted.tree(), "status");
        }
        return wanted;
    }

    private static KubernetesObject withStatus(KubernetesObject wanted, KubernetesObject old) {
        KubernetesObject object = old.copy();
        copyField(wanted.tree(), object.tree(), "status");
        copyField(wanted.metadata(), object.metadata(), "managedFields");
        return object;
    }

    static void takeNamespaceFinalizers(KubernetesObject object, KubernetesObject wanted) {
        copyField(wanted.tree().withObjectProperty("spec"), object.tree().withObjectProperty("spec"), "finalizers");
    }

    /** Restores the fields that only the server sets. */
    static void keepSystemFields(KubernetesObject object, KubernetesObject old) {
        if (object.uid().isEmpty()) {
            object.put("uid", old.uid());
        }
        for (String field : List.of("creationTimestamp", "generation", "selfLink")) {
            copyField(old.metadata(), object.metadata(), field);
        }
        if (object.namespace().isEmpty()) {
            object.put("namespace", old.namespace());
        }
        if (old.isBeingDeleted()) {
            copyField(old.metadata(), object.metadata(), "deletionTimestamp");
            copyField(old.metadata(), object.metadata(), "deletionGracePeriodSeconds");
        }
    }

    static void countGeneration(ServedResource resource, KubernetesObject object, KubernetesObject old) {
        ResourceBehavior.Generation rule = resource.behaviour().generation();
        if (rule != ResourceBehavior.Generation.NONE && !sameContent(rule, object, old)) {
            object.metadata().put("generation", old.generation() + 1);
        }
    }

    private static boolean sameContent(
            ResourceBehavior.Generation rule, KubernetesObject object, KubernetesObject old) {
        return content(rule, object).equals(content(rule, old));
    }

    private static ObjectNode content(ResourceBehavior.Generation rule, KubernetesObject object) {
        ObjectNode content = object.tree().objectNode();
        object.tree().properties().forEach(field -> content.set(field.getKey(), field.getValue()));
        content.remove("metadata");
        if (rule == ResourceBehavior.Generation.CONTENT) {
            content.remove("status");
        }
        return content;
    }

    private static void copyField(ObjectNode from, ObjectNode to, String field) {
        JsonNode value = from.get(field);
        if (value == null) {
            to.remove(field);
        } else {
            to.set(field, value.deepCopy());
        }
    }
}
