package dev.butlerlabs.core.embedded.conformance;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** YAML and JSON text as trees. */
final class Yaml {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final YAMLMapper YAML = new YAMLMapper();

    private Yaml() {}

    static JsonNode document(String yaml) {
        return documents(yaml).getFirst();
    }

    static List<JsonNode> documents(String yaml) {
        // Through a parser of our own, as otherwise a list counts as many documents.
        try (JsonParser parser = YAML.createParser(yaml);
                MappingIterator<JsonNode> documents = YAML.readValues(parser, JsonNode.class)) {
            return documents.readAll();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a server answered; text that is no JSON counts as missing. */
    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    static List<JsonNode> elements(JsonNode list) {
        List<JsonNode> elements = new ArrayList<>();
        list.forEach(elements::add);
        return elements;
    }
}
