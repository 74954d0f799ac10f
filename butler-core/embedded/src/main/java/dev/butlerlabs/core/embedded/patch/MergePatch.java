package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** JSON Merge Patch, RFC 7386. As in kube-apiserver, and unlike the RFC, nulls in objects inside a new list are removed. */
public final class MergePatch {
    private MergePatch() {}

    /** Returns the document with the patch merged in; the inputs are not changed. */
    public static JsonNode apply(JsonNode document, JsonNode patch) {
        if (!(patch instanceof ObjectNode changes)) {
            return document.isObject() ? patch.deepCopy() : withoutNulls(patch.deepCopy());
        }
        ObjectNode result =
                document instanceof ObjectNode object ? object.deepCopy() : JsonNodeFactory.instance.objectNode();
        changes.properties().forEach(change -> merge(result, change.getKey(), change.getValue()));
        return result;
    }

    private static void merge(ObjectNode result, String name, JsonNode change) {
        if (change.isNull()) {
            result.remove(name);
        } else {
            result.set(name, apply(result.path(name), change));
        }
    }

    private static JsonNode withoutNulls(JsonNode value) {
        switch (value) {
            case ObjectNode object -> {
                object.properties().removeIf(field -> field.getValue().isNull());
                object.forEach(MergePatch::withoutNulls);
            }
            case ArrayNode list -> list.forEach(MergePatch::withoutNulls);
            default -> {}
        }
        return value;
    }
}
