package dev.butlerlabs.core.kube;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.TreeNode;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Reads a Kubernetes object as a tree, without its managedFields, for which no node is created. */
final class ManagedFieldsSkipper {
    private ManagedFieldsSkipper() {}

    /** Reads the object at which the parser is. Anything else than an object is read as it is. */
    static TreeNode read(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return parser.readValueAsTree();
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            boolean isMetadata = parser.nextToken() == JsonToken.START_OBJECT && name.equals("metadata");
            object.set(name, isMetadata ? metadata(parser) : value(parser));
        }
        return object;
    }

    private static JsonNode metadata(JsonParser parser) throws IOException {
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            if (name.equals("managedFields")) {
                parser.skipChildren();
            } else {
                metadata.set(name, value(parser));
            }
        }
        return metadata;
    }

    /** A missing codec value means JSON null. */
    private static JsonNode value(JsonParser parser) throws IOException {
        JsonNode value = parser.getCodec().readTree(parser);
        return value == null ? JsonNodeFactory.instance.nullNode() : value;
    }
}
