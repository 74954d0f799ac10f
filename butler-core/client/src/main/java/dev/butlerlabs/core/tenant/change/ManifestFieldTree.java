package dev.butlerlabs.core.tenant.change;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads and writes trees of maps, lists and plain values by paths such as {@code spec.workers.replicas}. Static functions without shared
 * state.
 */
public final class ManifestFieldTree {
    private ManifestFieldTree() {}

    /** Returns the value at a path; empty if any part of it is missing. */
    public static Optional<Object> find(Map<String, ?> tree, String path) {
        Object value = tree;
        for (String name : path.split("\\.", -1)) {
            value = value instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return Optional.ofNullable(value);
    }

    public static Optional<String> text(Map<String, ?> tree, String path) {
        return find(tree, path).filter(String.class::isInstance).map(String.class::cast);
    }

    /** Returns the map at a path; an empty one if it does not exist. */
    public static Map<String, Object> map(Map<String, ?> tree, String path) {
        return find(tree, path).map(ManifestFieldTree::asMap).orElseGet(Map::of);
    }

    /** Sets a value and creates the maps of its path. */
    @SuppressWarnings("unchecked") // each map of the path was created or copied by this method
    public static void put(Map<String, Object> tree, String path, Object value) {
        String[] names = path.split("\\.", -1);
        Map<String, Object> map = tree;
        for (int i = 0; i < names.length - 1; i++) {
            map = (Map<String, Object>) map.compute(
                    names[i], (name, old) -> old instanceof Map<?, ?> there ? asMap(there) : new LinkedHashMap<>());
        }
        map.put(names[names.length - 1], value);
    }

    /** Returns a deep copy with text keys. */
    public static Object copy(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<String, Object> copy = new LinkedHashMap<>();
                map.forEach((key, item) -> copy.put(String.valueOf(key), copy(item)));
                yield copy;
            }
            case List<?> list -> {
                List<Object> copy = new ArrayList<>();
                list.forEach(item -> copy.add(copy(item)));
                yield copy;
            }
            case null -> null;
            default -> value;
        };
    }

    /** Returns a deep copy of a map; an empty map for anything else. */
    public static Map<String, Object> asMap(Object value) {
        Map<String, Object> copy = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, item) -> copy.put(String.valueOf(key), copy(item)));
        }
        return copy;
    }
}
