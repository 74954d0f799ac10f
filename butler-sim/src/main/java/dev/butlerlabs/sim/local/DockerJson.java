package dev.butlerlabs.sim.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** Parses and builds JSON of the Docker API. */
final class DockerJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private DockerJson() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ArrayNode array(List<? extends JsonNode> items) {
        return JsonNodeFactory.instance.arrayNode().addAll(items);
    }

    static ObjectNode parse(byte[] text) {
        try {
            if (MAPPER.readTree(text) instanceof ObjectNode object) {
                return object;
            }
        } catch (IOException _) {
            // Rejected below, like any body that is not an object.
        }
        throw new DockerApiException(400, "invalid JSON: got a body that is not an object");
    }

    static String text(JsonNode tree) {
        try {
            return MAPPER.writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot write JSON", e);
        }
    }

    /** Returns a map of texts, such as labels. */
    static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new HashMap<>();
        object.properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }

    static ObjectNode object(Map<String, String> texts) {
        ObjectNode object = object();
        texts.forEach(object::put);
        return object;
    }

    static List<String> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
