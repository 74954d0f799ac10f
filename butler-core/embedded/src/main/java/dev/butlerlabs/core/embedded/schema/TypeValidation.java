package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Validates the JSON type of a value. */
final class TypeValidation {
    private TypeValidation() {}

    static void check(JsonNode value, SchemaNode schema, FieldPath path, ValidationOutcome outcome) {
        List<String> expected = schema.types();
        if (expected.isEmpty() || accepts(value, schema)) {
            outcome.pass();
            return;
        }
        boolean toldByFormat =
                !schema.limits().format().isEmpty() && !(value.isTextual() || value.isArray() || value.isNull());
        if (toldByFormat) {
            outcome.wrongType(path, schema.limits().format(), formatOf(value));
        } else {
            outcome.wrongType(path, String.join(",", expected), typeOf(value));
        }
    }

    private static boolean accepts(JsonNode value, SchemaNode schema) {
        if (value.isNull()) {
            return schema.nullable();
        }
        List<String> expected = schema.types();
        return expected.contains(typeOf(value))
                || (value.isNumber() && expected.contains("number"))
                || (value.isNumber() && expected.contains("integer") && JsonNumberComparison.isWhole(value));
    }

    private static String typeOf(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT, POJO -> "object";
            case ARRAY -> "array";
            case STRING, BINARY -> "string";
            case BOOLEAN -> "boolean";
            case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
            case NULL, MISSING -> "null";
        };
    }

    private static String formatOf(JsonNode value) {
        if (!value.isNumber()) {
            return "";
        }
        return value.isIntegralNumber() ? "int64" : "float64";
    }
}
