package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Removes unknown fields from an object and records their paths. */
final class UnknownFieldPruner {
    private static final Set<String> TYPE_FIELDS = Set.of("apiVersion", "kind");

    private final List<String> removed = new ArrayList<>();

    private UnknownFieldPruner() {}

    static List<String> prune(ObjectNode object, SchemaNode root) {
        UnknownFieldPruner pruning = new UnknownFieldPruner();
        pruning.fields(object, root, true, root.extensions().preserveUnknownFields(), FieldPath.ROOT);
        Collections.sort(pruning.removed);
        return pruning.removed;
    }

    /** Prunes a part of an object. */
    static void pruneValue(JsonNode value, SchemaNode schema) {
        new UnknownFieldPruner().value(value, Optional.of(schema), FieldPath.ROOT);
    }

    private void value(JsonNode value, Optional<SchemaNode> schema, FieldPath path) {
        boolean keepsUnknown =
                schema.map(node -> node.extensions().preserveUnknownFields()).orElse(false);
        value(value, schema, keepsUnknown, path);
    }

    private void value(JsonNode value, Optional<SchemaNode> schema, boolean keepsUnknown, FieldPath path) {
        if (value instanceof ObjectNode object) {
            if (schema.isPresent()) {
                fields(object, schema.get(), schema.get().extensions().embeddedResource(), keepsUnknown, path);
            } else {
                removeAll(object, path);
            }
        } else if (value.isArray()) {
            elements(value, schema.flatMap(SchemaNode::items), keepsUnknown, path);
        }
    }

    private void fields(ObjectNode object, SchemaNode schema, boolean resource, boolean keepsUnknown, FieldPath path) {
        for (Map.Entry<String, JsonNode> field : List.copyOf(object.properties())) {
            String name = field.getKey();
            if (resource && TYPE_FIELDS.contains(name)) {
                continue;
            }
            if (resource && name.equals("metadata")) {
                value(field.getValue(), Optional.of(ObjectMetaSchema.NODE), path.child(name));
            } else if (schema.knows(name)) {
                value(field.getValue(), schema.field(name), path.child(name));
            } else if (!keepsUnknown) {
                object.remove(name);
                removed.add(path.child(name).toString());
            }
        }
    }

    /** Prunes list elements; a list that preserves unknown fields preserves those of its elements too. */
    private void elements(JsonNode array, Optional<SchemaNode> items, boolean keepsUnknown, FieldPath path) {
        if (keepsUnknown && items.isEmpty()) {
            return;
        }
        for (int place = 0; place < array.size(); place++) {
            if (keepsUnknown) {
                value(array.get(place), items, true, path.index(place));
            } else {
                value(array.get(place), items, path.index(place));
            }
        }
    }

    private void removeAll(ObjectNode object, FieldPath path) {
        object.fieldNames()
                .forEachRemaining(name -> removed.add(path.child(name).toString()));
        object.removeAll();
    }
}
