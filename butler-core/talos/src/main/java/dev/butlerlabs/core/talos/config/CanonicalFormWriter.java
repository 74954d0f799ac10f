package dev.butlerlabs.core.talos.config;

import dev.butlerlabs.core.talos.config.ConfigFieldType.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Converts a configuration to the form that Talos writes: fields in a fixed order, and without empty fields except the few that
 * are always written.
 */
final class CanonicalFormWriter {
    private CanonicalFormWriter() {}

    static Map<String, Object> of(Map<String, ?> document, ConfigFieldType.Struct shape) {
        Map<String, Object> result = new LinkedHashMap<>();
        for (String head : List.of("apiVersion", "kind")) {
            if (document.containsKey(head)) {
                result.put(head, document.get(head));
            }
        }
        fields(document, shape, result);
        return result;
    }

    private static void fields(Map<?, ?> source, ConfigFieldType.Struct shape, Map<String, Object> result) {
        for (Field field : shape.fields().values()) {
            Object value = value(source.get(field.name()), field.shape());
            if (field.always()) {
                result.put(field.name(), value == null ? nothing(field) : value);
            } else if (value != null && (field.optional() || !isEmpty(value, field.shape()))) {
                result.put(field.name(), value);
            }
        }
    }

    /** Returns whether a value is empty. A struct is empty if all its fields are, a map only if it has no entries. */
    private static boolean isEmpty(Object value, ConfigFieldType shape) {
        if (shape instanceof ConfigFieldType.Struct) {
            return isZero(value);
        }
        return value instanceof Map<?, ?> map ? map.isEmpty() : isZero(value);
    }

    private static Object value(Object value, ConfigFieldType shape) {
        if (value == null) {
            return null;
        }
        return switch (shape) {
            case ConfigFieldType.Struct struct when value instanceof Map<?, ?> map -> struct(map, struct);
            case ConfigFieldType.Items items
            when value instanceof List<?> list ->
                new ArrayList<>(
                        list.stream().map(item -> value(item, items.item())).toList());
            case ConfigFieldType.Entries entries when value instanceof Map<?, ?> map -> entries(map, entries);
            case ConfigFieldType.Arguments _ when value instanceof Map<?, ?> map -> arguments(map);
            case ConfigFieldType.Scalar scalar -> scalar(value, scalar);
            case ConfigFieldType.Struct _,
                    ConfigFieldType.Items _,
                    ConfigFieldType.Entries _,
                    ConfigFieldType.Arguments _,
                    ConfigFieldType.Free _ -> value;
        };
    }

    private static Map<String, Object> struct(Map<?, ?> map, ConfigFieldType.Struct struct) {
        Map<String, Object> result = new LinkedHashMap<>();
        fields(map, struct, result);
        return result;
    }

    private static Map<String, Object> entries(Map<?, ?> map, ConfigFieldType.Entries entries) {
        Map<String, Object> result = new LinkedHashMap<>();
        map.forEach((key, child) -> result.put(String.valueOf(key), entry(child, entries.value())));
        return result;
    }

    /** Treats a missing text as an empty one. */
    private static Object entry(Object value, ConfigFieldType shape) {
        boolean emptyText = value == null
                && shape instanceof ConfigFieldType.Scalar scalar
                && scalar.type() == ConfigFieldType.Type.TEXT;
        return emptyText ? "" : value(value, shape);
    }

    private static Map<String, Object> arguments(Map<?, ?> map) {
        Map<String, Object> result = new LinkedHashMap<>();
        map.forEach((key, child) -> result.put(
                String.valueOf(key),
                child instanceof List<?> list
                        ? list.stream().map(String::valueOf).toList()
                        : child == null ? "" : child.toString()));
        return result;
    }

    private static Object scalar(Object value, ConfigFieldType.Scalar scalar) {
        return switch (scalar.type()) {
            case TEXT, URL, WORD -> value.toString();
            case MANIFEST -> value.toString().replaceFirst("^[\\t\\n\\x0b\\f\\r]+", "");
            case TRUTH, WHOLE, ANY -> value;
        };
    }

    private static Object nothing(Field field) {
        if (field.optional()) {
            return null;
        }
        return switch (field.shape()) {
            case ConfigFieldType.Struct struct -> struct(Map.of(), struct);
            case ConfigFieldType.Items _ -> new ArrayList<>();
            case ConfigFieldType.Entries _, ConfigFieldType.Arguments _, ConfigFieldType.Free _ ->
                new LinkedHashMap<>();
            case ConfigFieldType.Scalar scalar ->
                switch (scalar.type()) {
                    case TEXT, URL, MANIFEST, WORD, ANY -> "";
                    case TRUTH -> false;
                    case WHOLE -> 0;
                };
        };
    }

    static boolean isZero(Object value) {
        return switch (value) {
            case null -> true;
            case Map<?, ?> map -> map.values().stream().allMatch(CanonicalFormWriter::isZero);
            case List<?> list -> list.isEmpty();
            case Boolean truth -> !truth;
            case Number number -> number.doubleValue() == 0;
            default -> value.toString().isEmpty();
        };
    }
}
