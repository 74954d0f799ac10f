package dev.butlerlabs.core.provider.rest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads and writes JSON trees. */
public final class JsonDocument {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonDocument() {}

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static byte[] bytes(JsonNode tree) {
        try {
            return MAPPER.writeValueAsBytes(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree can be written", e);
        }
    }

    /**
     * Parses JSON; an empty text is an empty object.
     *
     * @return empty if the text is not JSON
     */
    public static Optional<JsonNode> read(byte[] text) {
        try {
            JsonNode tree = MAPPER.readTree(text);
            return Optional.of(tree == null || tree.isMissingNode() ? object() : tree);
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    public static Stream<JsonNode> items(JsonNode list) {
        return list.valueStream();
    }

    /**
     * Returns the text at a path such as {@code /metadata/uuid}.
     *
     * @return empty if there is none
     */
    public static Optional<String> text(JsonNode tree, String path) {
        return Optional.of(tree.at(path).asText("")).filter(text -> !text.isBlank());
    }
}
