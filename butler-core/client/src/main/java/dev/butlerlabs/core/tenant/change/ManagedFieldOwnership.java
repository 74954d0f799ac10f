package dev.butlerlabs.core.tenant.change;

import java.util.ArrayList;
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
                join(fields, ManifestFieldTree.asMap(entry.get("fieldsV1")));
            }
        }
        return new ManagedFieldOwnership(known ? fields : Map.of());
    }

    private static List<Map<String, Object>> entries(Map<String, Object> object) {
        List<Map<String, Object>> entries = new ArrayList<>();
        if (ManifestFieldTree.find(object, "metadata.managedFields").orElse(List.of()) instanceof List<?> list) {
            list.forEach(item -> entries.add(ManifestFieldTree.asMap(item)));
        }
        return entries;
    }

    private static boolean isOfPeople(Map<String, Object> entry) {
        return entry.get("subresource") == null && !CONTROLLERS.contains(String.valueOf(entry.get("manager")));
    }

    /** Merges the fields of several managers. A field that one manager owns as a whole stays whole. */
    private static void join(Map<String, Object> into, Map<String, Object> other) {
        other.forEach((name, below) -> {
            Map<String, Object> more = ManifestFieldTree.asMap(below);
            if (!into.containsKey(name)) {
                into.put(name, more);
            } else if (isLeaf(ManifestFieldTree.asMap(into.get(name))) || isLeaf(more)) {
                into.put(name, new LinkedHashMap<>());
            } else {
                Map<String, Object> joined = ManifestFieldTree.asMap(into.get(name));
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
        return keep(ManifestFieldTree.asMap(fields.get("f:" + name)), tree);
    }

    /** Returns the owned part of a tree one level below, such as labels in metadata. */
    Map<String, Object> keep(String outer, String name, Map<String, Object> tree) {
        return fields.isEmpty()
                ? tree
                : keep(
                        ManifestFieldTree.asMap(ManifestFieldTree.asMap(fields.get("f:" + outer))
                                .get("f:" + name)),
                        tree);
    }

    private static Map<String, Object> keep(Map<String, Object> owned, Map<String, Object> tree) {
        Map<String, Object> kept = new LinkedHashMap<>();
        tree.forEach((name, value) -> {
            if (owned.containsKey("f:" + name)) {
                Map<String, Object> below = ManifestFieldTree.asMap(owned.get("f:" + name));
                kept.put(
                        name,
                        value instanceof Map<?, ?> map && !isLeaf(below)
                                ? keep(below, ManifestFieldTree.asMap(map))
                                : value);
            }
        });
        return kept;
    }
}
