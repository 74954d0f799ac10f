package dev.butlerlabs.core.embedded.json;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads a JSON tree and records duplicate fields, which Jackson either rejects or hides. */
final class TreeReader {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final JsonParser parser;
    private final List<String> duplicates = new ArrayList<>();

    TreeReader(JsonParser parser) {
        this.parser = parser;
    }

    DecodedBody read() throws IOException {
        if (parser.nextToken() == null) {
            throw new JsonParseException(parser, "unexpected end of JSON input");
        }
        JsonNode tree = value("");
        if (parser.nextToken() != null) {
            throw new JsonParseException(parser, "content after the end of the document");
        }
        return new DecodedBody(tree, duplicates);
    }

    private JsonNode value(String path) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(path);
            case START_ARRAY -> array(path);
            case VALUE_STRING -> NODES.textNode(parser.getText());
            case VALUE_NUMBER_INT -> integer();
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(finite());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            case VALUE_EMBEDDED_OBJECT, END_OBJECT, END_ARRAY, FIELD_NAME, NOT_AVAILABLE ->
                throw new JsonParseException(parser, "unexpected " + parser.currentToken());
        };
    }

    private JsonNode integer() throws IOException {
        return switch (parser.getNumberType()) {
            case INT -> NODES.numberNode(parser.getIntValue());
            case LONG -> NODES.numberNode(parser.getLongValue());
            case BIG_INTEGER, FLOAT, DOUBLE, BIG_DECIMAL -> NODES.numberNode(finite());
        };
    }

    private double finite() throws IOException {
        double number = parser.getDoubleValue();
        if (!Double.isFinite(number)) {
            throw new JsonParseException(
                    parser, "json: cannot unmarshal number " + parser.getText() + " into Go value of type float64");
        }
        return number;
    }

    private JsonNode object(String path) throws IOException {
        ObjectNode object = NODES.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            String place = path.isEmpty() ? name : path + "." + name;
            if (object.has(name)) {
                duplicates.add(place);
            }
            parser.nextToken();
            object.set(name, value(place));
        }
        return object;
    }

    private JsonNode array(String path) throws IOException {
        ArrayNode array = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(path + "[" + array.size() + "]"));
        }
        return array;
    }
}
