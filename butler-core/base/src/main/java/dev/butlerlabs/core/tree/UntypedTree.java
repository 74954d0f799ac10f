package dev.butlerlabs.core.tree;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A read-only view of a tree of maps with text keys, lists and scalars, such as a YAML document or the fields of a Kubernetes object.
 *
 * <p>Values are found by paths of keys separated by dots, such as {@code spec.workers.replicas}; a key that contains a dot is found with
 * {@link #entry}. A missing value, a null and a value of another type than requested are all empty, so that no method throws. The view
 * shows later changes of the tree; {@link #copy} does not.
 *
 * @param value the root: a map, a list, a scalar or null
 */
public record UntypedTree(Object value) {
    public static final UntypedTree EMPTY = new UntypedTree(null);

    public static UntypedTree of(Object value) {
        return value == null ? EMPTY : new UntypedTree(value);
    }

    /** Returns the tree at a path; an empty tree if there is none. */
    public UntypedTree at(String path) {
        UntypedTree tree = this;
        for (String key : keys(path)) {
            tree = tree.entry(key);
        }
        return tree;
    }

    /** Returns the tree at one key, which may contain dots. */
    public UntypedTree entry(String key) {
        return of(value instanceof Map<?, ?> map ? map.get(key) : null);
    }

    public Optional<Object> find(String path) {
        return Optional.ofNullable(at(path).value);
    }

    public boolean has(String path) {
        return at(path).value != null;
    }

    /** Returns the text at a path; empty if the value is not a text. */
    public Optional<String> text(String path) {
        return at(path).value instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** Returns the value at a path, of whatever type, as text; an empty text if there is none. */
    public String anyText(String path) {
        return at(path).anyText();
    }

    /** Returns the root, of whatever type, as text; an empty text if it is null. */
    public String anyText() {
        return value == null ? "" : value.toString();
    }

    public Optional<Number> number(String path) {
        return at(path).value instanceof Number number ? Optional.of(number) : Optional.empty();
    }

    /** Returns whether the value at a path is the boolean true. */
    public boolean isTrue(String path) {
        return Boolean.TRUE.equals(at(path).value);
    }

    /** Returns the items of the list at a path. A null item is an empty tree. */
    public List<UntypedTree> items(String path) {
        return at(path).items();
    }

    /** Returns the items of the root if it is a list. */
    public List<UntypedTree> items() {
        return value instanceof List<?> list
                ? list.stream().map(UntypedTree::of).toList()
                : List.of();
    }

    /** Returns an unmodifiable view of the map at a path; an empty map if there is none. */
    public Map<String, Object> map(String path) {
        return at(path).map();
    }

    /** Returns an unmodifiable view of the root; an empty map if it is not a map. */
    @SuppressWarnings("unchecked") // keys are text by contract
    public Map<String, Object> map() {
        return value instanceof Map<?, ?> map ? Collections.unmodifiableMap((Map<String, Object>) map) : Map.of();
    }

    /** Returns a modifiable deep copy of the root; an empty map if it is not a map. */
    public Map<String, Object> copy() {
        Map<String, Object> copy = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, item) -> copy.put(String.valueOf(key), copyOf(item)));
        }
        return copy;
    }

    /** Returns a modifiable deep copy of a map or a list, and any other value itself. */
    public static Object copyOf(Object value) {
        return switch (value) {
            case Map<?, ?> map -> of(map).copy();
            case List<?> list -> {
                List<Object> copy = new ArrayList<>();
                list.forEach(item -> copy.add(copyOf(item)));
                yield copy;
            }
            case null, default -> value;
        };
    }

    /**
     * Sets a value in a modifiable map. Maps on the path are created if they are missing, replace values of other types, and are copied
     * otherwise, so that maps shared with other trees are not changed.
     */
    public static void put(Map<String, Object> root, String path, Object value) {
        String[] keys = keys(path);
        parent(root, keys).put(keys[keys.length - 1], value);
    }

    /** Removes a value from a modifiable map. Does nothing if the value is missing; maps on the path are copied. */
    public static void remove(Map<String, Object> root, String path) {
        String[] keys = keys(path);
        int parents = path.lastIndexOf('.');
        if (parents < 0 || of(root).at(path.substring(0, parents)).map().containsKey(keys[keys.length - 1])) {
            parent(root, keys).remove(keys[keys.length - 1]);
        }
    }

    private static Map<String, Object> parent(Map<String, Object> root, String[] keys) {
        Map<String, Object> parent = root;
        for (int i = 0; i < keys.length - 1; i++) {
            Map<String, Object> copy =
                    new LinkedHashMap<>(of(parent).entry(keys[i]).map());
            parent.put(keys[i], copy);
            parent = copy;
        }
        return parent;
    }

    private static String[] keys(String path) {
        return path.split("\\.", -1);
    }

    /** Omits the content, which can be a secret. */
    @Override
    public String toString() {
        return "UntypedTree[" + (value == null ? "empty" : value.getClass().getSimpleName()) + "]";
    }
}
