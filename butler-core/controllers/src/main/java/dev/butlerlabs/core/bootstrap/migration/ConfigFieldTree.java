package dev.butlerlabs.core.bootstrap.migration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;

/** A configuration as nested maps that can be changed by dotted paths. Not thread-safe. */
final class ConfigFieldTree {
    private final Map<String, Object> root;

    ConfigFieldTree(Map<String, Object> root) {
        this.root = root;
    }

    Map<String, Object> root() {
        return root;
    }

    /** Returns the value at a path; empty if it is missing or null. */
    Optional<Object> find(String path) {
        Object value = root;
        for (String key : path.split("\\.", -1)) {
            value = value instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return Optional.ofNullable(value);
    }

    void put(String path, Object value) {
        parent(path).put(last(path), value);
    }

    void remove(String path) {
        parent(path).remove(last(path));
    }

    /** Replaces every text value, given its path and its value. Items of a list have the path of the list. */
    void replaceTexts(BinaryOperator<String> replacement) {
        root.replaceAll((key, value) -> replaced(key, value, replacement));
    }

    private static Object replaced(String path, Object value, BinaryOperator<String> replacement) {
        return switch (value) {
            case String text -> replacement.apply(path, text);
            case Map<?, ?> map -> {
                Map<String, Object> copy = new LinkedHashMap<>();
                map.forEach((key, item) -> copy.put(key.toString(), replaced(path + "." + key, item, replacement)));
                yield copy;
            }
            case List<?> list -> {
                List<Object> copy = new ArrayList<>();
                list.forEach(item -> copy.add(replaced(path, item, replacement)));
                yield copy;
            }
            case null -> null;
            default -> value;
        };
    }

    /** Creates the missing sections of the path; a value that is not a section is replaced. */
    @SuppressWarnings("unchecked")
    private Map<String, Object> parent(String path) {
        Map<String, Object> section = root;
        String[] keys = path.split("\\.", -1);
        for (int i = 0; i < keys.length - 1; i++) {
            Object next = section.get(keys[i]);
            if (!(next instanceof Map<?, ?>)) {
                next = new LinkedHashMap<String, Object>();
                section.put(keys[i], next);
            }
            section = (Map<String, Object>) next;
        }
        return section;
    }

    private static String last(String path) {
        return path.substring(path.lastIndexOf('.') + 1);
    }
}
