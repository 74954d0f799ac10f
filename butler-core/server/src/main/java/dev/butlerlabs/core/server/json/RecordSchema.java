package dev.butlerlabs.core.server.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Describes records as JSON Schema (2020-12), the form of OpenAPI 3.1. Pure functions. */
public final class RecordSchema {
    private static final String REFERENCE = "#/components/schemas/";

    private RecordSchema() {}

    /** Returns a reference to the schema of a record. */
    public static Map<String, Object> reference(Class<?> record) {
        return Map.of("$ref", REFERENCE + name(record));
    }

    /** Returns the name of the schema of a record. */
    public static String name(Class<?> record) {
        return record.getSimpleName();
    }

    /** Returns the schema of a record; records in it are references. */
    public static Map<String, Object> of(Class<?> record, boolean closed) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        collect(record, properties, required);
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        if (closed) {
            schema.put("additionalProperties", false);
        }
        return schema;
    }

    private static void collect(Class<?> record, Map<String, Object> properties, List<String> required) {
        for (RecordField field : RecordField.of(record)) {
            if (InlineFields.class.isAssignableFrom(RecordField.raw(field.type()))) {
                collect(RecordField.raw(field.type()), properties, required);
                continue;
            }
            Map<String, Object> schema = new LinkedHashMap<>(type(field.type()));
            field.annotation().ifPresent(rule -> describe(schema, rule));
            properties.put(field.name(), schema);
            if (field.required()) {
                required.add(field.name());
            }
        }
    }

    private static void describe(Map<String, Object> schema, JsonField rule) {
        if (!rule.description().isEmpty()) {
            schema.put("description", rule.description());
        }
        if (!rule.pattern().isEmpty()) {
            schema.put("pattern", "^(" + rule.pattern() + ")$");
        }
        if (rule.min() != Long.MIN_VALUE) {
            schema.put("minimum", rule.min());
        }
        if (rule.max() != Long.MAX_VALUE) {
            schema.put("string".equals(schema.get("type")) ? "maxLength" : "maximum", rule.max());
        }
        if (rule.words().length > 0) {
            schema.put("enum", List.of(rule.words()));
        }
    }

    private static Map<String, Object> type(Type type) {
        Class<?> raw = RecordField.raw(type);
        if (raw == String.class) {
            return Map.of("type", "string");
        }
        if (raw == boolean.class || raw == Boolean.class) {
            return Map.of("type", "boolean");
        }
        if (raw == int.class || raw == long.class || raw == Integer.class || raw == Long.class) {
            return Map.of("type", "integer");
        }
        if (raw == Instant.class) {
            return new TreeMap<>(Map.of("type", "string", "format", "date-time"));
        }
        return composite(type, raw);
    }

    private static Map<String, Object> composite(Type type, Class<?> raw) {
        if (raw.isEnum()) {
            return new TreeMap<>(Map.of(
                    "type",
                    "string",
                    "enum",
                    Arrays.stream(raw.getEnumConstants()).map(Object::toString).toList()));
        }
        if (raw == List.class) {
            return new TreeMap<>(Map.of("type", "array", "items", type(RecordField.argument(type, 0))));
        }
        if (raw == Map.class) {
            Type value = RecordField.argument(type, 1);
            return value == Object.class
                    ? Map.of("type", "object")
                    : new TreeMap<>(Map.of("type", "object", "additionalProperties", type(value)));
        }
        if (JsonNode.class.isAssignableFrom(raw)) {
            return Map.of("type", "object");
        }
        if (raw.isRecord()) {
            return reference(raw);
        }
        throw new IllegalArgumentException("no schema for " + type);
    }

    /** Returns a record and all records in it, each once. */
    public static Set<Class<?>> closure(Class<?> record) {
        Set<Class<?>> found = new LinkedHashSet<>();
        close(record, found);
        return found;
    }

    private static void close(Type type, Set<Class<?>> found) {
        Class<?> raw = RecordField.raw(type);
        if (raw == List.class) {
            close(RecordField.argument(type, 0), found);
        } else if (raw == Map.class) {
            close(RecordField.argument(type, 1), found);
        } else if (raw.isRecord() && found.add(raw)) {
            RecordField.of(raw).forEach(field -> close(field.type(), found));
        }
    }
}
