package dev.butlerlabs.core.addon;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Merges the values of a chart. */
final class HelmValuesMerger {
    private HelmValuesMerger() {}

    /** Merges values, the weakest first: nested maps are merged, other values are replaced, as in Helm. */
    static Map<String, Object> merged(List<Map<String, Object>> weakestFirst) {
        Map<String, Object> result = new LinkedHashMap<>();
        weakestFirst.forEach(values -> merge(result, values));
        return result;
    }

    private static void merge(Map<String, Object> into, Map<?, ?> from) {
        from.forEach((key, value) -> into.merge(
                key.toString(),
                copied(value),
                (weak, strong) -> weak instanceof Map<?, ?> one && strong instanceof Map<?, ?> other
                        ? both(one, other)
                        : strong));
    }

    private static Object copied(Object value) {
        // A null removes a default and must be kept by the merge.
        return value instanceof Map<?, ?> map ? both(Map.of(), map) : value == null ? NOTHING : value;
    }

    /** Represents null inside the maps of a merge. */
    private static final Object NOTHING = com.fasterxml.jackson.databind.node.NullNode.getInstance();

    private static Map<String, Object> both(Map<?, ?> weak, Map<?, ?> strong) {
        Map<String, Object> result = new LinkedHashMap<>();
        merge(result, weak);
        merge(result, strong);
        return result;
    }
}
