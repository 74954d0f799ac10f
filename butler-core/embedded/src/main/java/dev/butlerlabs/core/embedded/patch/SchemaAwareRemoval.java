package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;

/** Removes fields and list items from a value. */
final class SchemaAwareRemoval {
    private SchemaAwareRemoval() {}

    /** Returns the value without the given paths, or null if it becomes empty. The input is not changed. */
    static JsonNode remove(JsonNode value, FieldSet paths, FieldTypes types) {
        if (!value.isContainerNode()) {
            return value;
        }
        if (MergeTypes.isLeaf(value, types)) {
            return NullNode.getInstance();
        }
        JsonNode rest = value.isObject() ? removeFields(value, paths, types) : removeItems(value, paths, types);
        return rest.isEmpty() ? NullNode.getInstance() : rest;
    }

    private static ObjectNode removeFields(JsonNode object, FieldSet paths, FieldTypes types) {
        ObjectNode rest = JsonNodeFactory.instance.objectNode();
        object.properties().forEach(field -> {
            PathElement element = new PathElement.Field(field.getKey());
            if (!paths.has(element)) {
                rest.set(field.getKey(), below(element, field.getValue(), paths, types.field(field.getKey())));
            }
        });
        return rest;
    }

    private static ArrayNode removeItems(JsonNode list, FieldSet paths, FieldTypes types) {
        ArrayNode rest = JsonNodeFactory.instance.arrayNode();
        list.forEach(item -> {
            PathElement element = ListItemKeys.element(item, types);
            if (!paths.has(element)) {
                rest.add(below(element, item, paths, types.items()));
            }
        });
        return rest;
    }

    private static JsonNode below(PathElement element, JsonNode value, FieldSet paths, FieldTypes types) {
        FieldSet below = paths.below(element);
        return below.isEmpty() ? value : remove(value, below, types);
    }
}
