package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Parses and builds JSON trees. */
final class GcpJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private GcpJson() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /**
     * Parses a JSON object; an empty body is an empty object.
     *
     * @throws GcpApiError if the text is not a JSON object
     */
    static ObjectNode parse(byte[] text) {
        try {
            if (text.length == 0) {
                return object();
            }
            if (MAPPER.readTree(text) instanceof ObjectNode object) {
                return object;
            }
        } catch (IOException _) {
            // Rejected below, like any body that is not an object.
        }
        throw new GcpApiError(400, "parseError", "Parse Error");
    }

    static String text(JsonNode tree) {
        try {
            return MAPPER.writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write JSON", e);
        }
    }
}
