package dev.butlerlabs.core.talos.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads and copies trees of maps, lists and scalars. */
public final class ConfigTrees {
    private ConfigTrees() {}

    /** Returns a modifiable deep copy. */
    public static Map<String, Object> copy(Map<?, ?> map) {
        Map<String, Object> result = new LinkedHashMap<>();
        map.forEach((key, value) -> result.put(String.valueOf(key), copyValue(value)));
        return result;
    }

    /** Returns a deep copy of any value. */
    public static Object copyValue(Object value) {
        return switch (value) {
            case Map<?, ?> map -> copy(map);
            case List<?> list -> {
                List<Object> result = new ArrayList<>();
                list.forEach(item -> result.add(copyValue(item)));
                yield result;
            }
            case null, default -> value;
        };
    }

    /** Returns the value at a path of keys, if it is present and not null. */
    public static Optional<Object> find(Map<?, ?> tree, String... path) {
        Object value = tree;
        for (String key : path) {
            value = value instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return Optional.ofNullable(value);
    }

    /** Returns the text at a path; empty if there is none. */
    public static String text(Map<?, ?> tree, String... path) {
        return find(tree, path).map(Object::toString).orElse("");
    }

    /** Returns the list at a path; empty if there is none. */
    public static List<?> list(Map<?, ?> tree, String... path) {
        return find(tree, path)
                .filter(List.class::isInstance)
                .map(List.class::cast)
                .orElse(List.of());
    }

    /** Returns the map at a path; empty if there is none. */
    public static Map<?, ?> map(Map<?, ?> tree, String... path) {
        return find(tree, path)
                .filter(Map.class::isInstance)
                .map(Map.class::cast)
                .orElse(Map.of());
    }

    public static boolean isTrue(Map<?, ?> tree, String... path) {
        return find(tree, path).filter(Boolean.TRUE::equals).isPresent();
    }
}
