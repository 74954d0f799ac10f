package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** JSON Merge Patch, RFC 7386. */
public final class MergePatch {
    private MergePatch() {}

    /** The document with the patch merged in; the inputs are left alone. */
    public static JsonNode apply(JsonNode document, JsonNode patch) {
        if (!(patch instanceof ObjectNode changes)) {
            return patch.deepCopy();
        }
        ObjectNode result =
                document instanceof ObjectNode object ? object.deepCopy() : JsonNodeFactory.instance.objectNode();
        changes.properties().forEach(change -> merge(result, change.getKey(), change.getValue()));
        return result;
    }

    private static void merge(ObjectNode result, String name, JsonNode change) {
        if (change.isNull()) {
            result.remove(name);
            return;
        }
        JsonNode current = result.path(name);
        result.set(name, apply(current, change));
    }
}
