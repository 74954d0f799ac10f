package dev.butlerlabs.sim.nutanix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Parses and builds JSON trees. */
final class JsonTrees {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonTrees() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ObjectNode reference(String kind, String uuid) {
        return object().put("kind", kind).put("uuid", uuid);
    }

    /**
     * Parses a JSON object.
     *
     * @throws PrismException if the text is not a JSON object
     */
    static ObjectNode parse(byte[] text) {
        try {
            if (MAPPER.readTree(text) instanceof ObjectNode object) {
                return object;
            }
        } catch (IOException _) {
            // Rejected below, like any body that is not an object.
        }
        throw new PrismException(400, "MALFORMED_REQUEST", "The body is not a JSON object.");
    }

    static String text(JsonNode tree) {
        try {
            return MAPPER.writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write JSON", e);
        }
    }
}
