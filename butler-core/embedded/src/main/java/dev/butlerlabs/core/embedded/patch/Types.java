package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.embedded.schema.ListKind;

/** What merging asks about types, beyond what they answer themselves. */
final class Types {
    private Types() {}

    /** Whether the field has a name in the schema, rather than being one of any number of keys of a map. */
    static boolean names(FieldTypes types, String field) {
        return types.knows(field) && !types.knows("");
    }

    /** Whether the type of a value is only known by looking at the value. */
    static boolean deduced(FieldTypes types) {
        return types == FieldTypes.UNKNOWN;
    }

    /** Whether the value is owned as a whole. */
    static boolean isLeaf(JsonNode value, FieldTypes types) {
        return switch (value.getNodeType()) {
            case OBJECT -> types.atomicMap();
            case ARRAY -> types.listKind() == ListKind.ATOMIC;
            case STRING, NUMBER, BOOLEAN, NULL, MISSING, BINARY, POJO -> true;
        };
    }

    static boolean isEmptyContainer(JsonNode value) {
        return value.isContainerNode() && value.isEmpty();
    }
}
