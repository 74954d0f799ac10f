package dev.butlerlabs.core.server.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** Trees of stored objects as they are shown. Pure functions. */
public final class StoredObject {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private StoredObject() {}

    /** Returns an object without the fields that only the API server uses. */
    public static ObjectNode shown(Map<String, Object> tree) {
        ObjectNode object = JSON.valueToTree(tree);
        if (object.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove("managedFields");
            if (metadata.path("annotations") instanceof ObjectNode annotations) {
                annotations.remove(LAST_APPLIED);
            }
        }
        return object;
    }

    /** Returns the texts of a map in an object. */
    static Map<String, String> texts(JsonNode object, String field) {
        Map<String, String> texts = new LinkedHashMap<>();
        object.path("metadata")
                .path(field)
                .properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }
}
