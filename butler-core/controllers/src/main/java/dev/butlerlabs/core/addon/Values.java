package dev.butlerlabs.core.addon;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values for a chart out of several places. */
final class Values {
    private Values() {}

    /** Merges from the weakest to the strongest: what is inside maps is merged too, anything else is replaced, as Helm does. */
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
        // A null takes a default away and has to outlive the merge.
        return value instanceof Map<?, ?> map ? both(Map.of(), map) : value == null ? NOTHING : value;
    }

    /** Stands for null inside the maps of a merge. */
    private static final Object NOTHING = com.fasterxml.jackson.databind.node.NullNode.getInstance();

    private static Map<String, Object> both(Map<?, ?> weak, Map<?, ?> strong) {
        Map<String, Object> result = new LinkedHashMap<>();
        merge(result, weak);
        merge(result, strong);
        return result;
    }
}
