package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Applies defaults, and removes nulls from fields that are neither nullable nor defaulted. */
final class DefaultFiller {
    private DefaultFiller() {}

    static void apply(JsonNode value, SchemaNode schema) {
        if (value instanceof ObjectNode object) {
            dropNulls(object, schema);
            fillIn(object, schema);
            object.properties()
                    .forEach(field -> schema.field(field.getKey()).ifPresent(below -> apply(field.getValue(), below)));
        } else if (value instanceof ArrayNode array) {
            schema.items().ifPresent(items -> elements(array, items));
        }
    }

    private static void dropNulls(ObjectNode object, SchemaNode schema) {
        for (Map.Entry<String, JsonNode> field : List.copyOf(object.properties())) {
            Optional<SchemaNode> below = schema.field(field.getKey());
            if (below.isPresent() && isForbiddenNull(field.getValue(), below.get())) {
                below.get()
                        .fallback()
                        .ifPresentOrElse(
                                fallback -> object.set(field.getKey(), fallback.deepCopy()),
                                () -> object.remove(field.getKey()));
            }
        }
    }

    private static void fillIn(ObjectNode object, SchemaNode schema) {
        schema.properties().forEach((name, property) -> {
            if (!object.has(name)) {
                property.fallback().ifPresent(fallback -> object.set(name, fallback.deepCopy()));
            }
        });
    }

    private static void elements(ArrayNode array, SchemaNode items) {
        for (int place = 0; place < array.size(); place++) {
            if (isForbiddenNull(array.get(place), items) && items.fallback().isPresent()) {
                array.set(place, items.fallback().get().deepCopy());
            }
            apply(array.get(place), items);
        }
    }

    private static boolean isForbiddenNull(JsonNode value, SchemaNode schema) {
        return value.isNull() && !schema.nullable();
    }
}
