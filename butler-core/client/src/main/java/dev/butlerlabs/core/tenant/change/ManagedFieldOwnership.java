package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.tree.UntypedTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields of an object that users set, from its managedFields. Fields without a manager are defaults, and those of controllers are their
 * results.
 */
record ManagedFieldOwnership(Map<String, Object> fields) {
    private static final List<String> CONTROLLERS = List.of("butler", "butleradm", "butler-controller");

    /** Returns the fields set by users; all fields if the object has no managedFields. */
    static ManagedFieldOwnership of(Map<String, Object> object) {
        Map<String, Object> fields = new LinkedHashMap<>();
        boolean known = false;
        for (Map<String, Object> entry : entries(object)) {
            known = true;
            if (isOfPeople(entry)) {
                join(fields, UntypedTree.of(entry.get("fieldsV1")).copy());
            }
        }
        return new ManagedFieldOwnership(known ? fields : Map.of());
    }

    private static List<Map<String, Object>> entries(Map<String, Object> object) {
        return UntypedTree.of(object).items("metadata.managedFields").stream()
                .map(UntypedTree::copy)
                .toList();
    }

    private static boolean isOfPeople(Map<String, Object> entry) {
        return entry.get("subresource") == null && !CONTROLLERS.contains(String.valueOf(entry.get("manager")));
    }

    /** Merges the fields of several managers. A field that one manager owns as a whole stays whole. */
    private static void join(Map<String, Object> into, Map<String, Object> other) {
        other.forEach((name, below) -> {
            Map<String, Object> more = UntypedTree.of(below).copy();
            if (!into.containsKey(name)) {
                into.put(name, more);
            } else if (isLeaf(UntypedTree.of(into.get(name)).copy()) || isLeaf(more)) {
                into.put(name, new LinkedHashMap<>());
            } else {
                Map<String, Object> joined = UntypedTree.of(into.get(name)).copy();
                join(joined, more);
                into.put(name, joined);
            }
        });
    }

    private static boolean isLeaf(Map<String, Object> fields) {
        return fields.keySet().stream().allMatch("."::equals) && !fields.containsKey(".");
    }

    /** Returns the owned part of a tree with a name; the whole tree if nothing is known. */
    Map<String, Object> keep(String name, Map<String, Object> tree) {
        if (fields.isEmpty()) {
            return tree;
        }
        return keep(UntypedTree.of(fields).entry("f:" + name).copy(), tree);
    }

    /** Returns the owned part of a tree one level below, such as labels in metadata. */
    Map<String, Object> keep(String outer, String name, Map<String, Object> tree) {
        UntypedTree owned = UntypedTree.of(fields).entry("f:" + outer).entry("f:" + name);
        return fields.isEmpty() ? tree : keep(owned.copy(), tree);
    }

    private static Map<String, Object> keep(Map<String, Object> owned, Map<String, Object> tree) {
        Map<String, Object> kept = new LinkedHashMap<>();
        tree.forEach((name, value) -> {
            if (owned.containsKey("f:" + name)) {
                Map<String, Object> below =
                        UntypedTree.of(owned.get("f:" + name)).copy();
                kept.put(
                        name,
                        value instanceof Map<?, ?> map && !isLeaf(below)
                                ? keep(below, UntypedTree.of(map).copy())
                                : value);
            }
        });
        return kept;
    }
}
