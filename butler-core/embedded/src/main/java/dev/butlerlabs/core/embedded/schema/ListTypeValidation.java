package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Validates that the elements of sets and the keys of keyed lists are unique. */
final class ListTypeValidation {
    private final List<FieldError> errors = new ArrayList<>();

    private ListTypeValidation() {}

    static List<FieldError> validate(JsonNode object, SchemaNode root) {
        ListTypeValidation validation = new ListTypeValidation();
        validation.value(object, root, FieldPath.ROOT);
        return validation.errors;
    }

    private void value(JsonNode value, SchemaNode schema, FieldPath path) {
        if (value.isObject()) {
            for (Map.Entry<String, JsonNode> field : value.properties()) {
                String name = field.getKey();
                boolean property = schema.properties().containsKey(name);
                schema.field(name)
                        .ifPresent(
                                below -> value(field.getValue(), below, property ? path.child(name) : path.key(name)));
            }
        } else if (value.isArray()) {
            array(value, schema, path);
        }
    }

    private void array(JsonNode array, SchemaNode schema, FieldPath path) {
        switch (schema.extensions().listKind()) {
            case SET -> unique(elements(array), path);
            case MAP -> keyed(array, schema.extensions().mapKeys(), path);
            case ATOMIC -> {}
        }
        schema.items().ifPresent(items -> {
            for (int place = 0; place < array.size(); place++) {
                value(array.get(place), items, path.index(place));
            }
        });
    }

    private static List<JsonNode> elements(JsonNode array) {
        List<JsonNode> elements = new ArrayList<>();
        array.forEach(elements::add);
        return elements;
    }

    private void keyed(JsonNode array, List<String> keys, FieldPath path) {
        List<JsonNode> identities = new ArrayList<>();
        for (int place = 0; place < array.size(); place++) {
            JsonNode element = array.get(place);
            if (!element.isObject() && !element.isNull()) {
                errors.add(FieldError.invalid(
                        path.index(place).toString(), element, "must be an object for an array of list-type map"));
                return;
            }
            identities.add(identity(element, keys));
        }
        unique(identities, path);
    }

    private static JsonNode identity(JsonNode element, List<String> keys) {
        ObjectNode identity = JsonNodeFactory.instance.objectNode();
        for (String key : keys) {
            if (element.has(key)) {
                identity.set(key, element.get(key));
            }
        }
        return identity;
    }

    /** Reports each duplicate element once, even if it occurs three times. */
    private void unique(List<JsonNode> elements, FieldPath path) {
        Map<JsonNode, Integer> seen = new HashMap<>();
        for (int place = 0; place < elements.size(); place++) {
            int times = seen.merge(elements.get(place), 1, Integer::sum);
            if (times == 2) {
                errors.add(FieldError.duplicate(path.index(place).toString(), elements.get(place)));
            }
        }
    }
}
