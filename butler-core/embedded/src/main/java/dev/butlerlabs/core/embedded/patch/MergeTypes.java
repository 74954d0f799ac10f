package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.embedded.schema.ListKind;

/** Queries about field types that merging needs. */
final class MergeTypes {
    private MergeTypes() {}

    /** Whether the schema declares the field by name, and not as an arbitrary key of a map. */
    static boolean names(FieldTypes types, String field) {
        return types.knows(field) && !types.knows("");
    }

    /** Whether the type of a value can only be derived from the value. */
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
