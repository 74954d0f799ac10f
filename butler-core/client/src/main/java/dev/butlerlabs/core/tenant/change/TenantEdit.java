package dev.butlerlabs.core.tenant.change;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What an edited text changes, as a patch that holds those fields alone and is refused when the object has changed meanwhile. */
public final class TenantEdit {
    private TenantEdit() {}

    /**
     * The JSON merge patch from one exported form to another; empty when they are the same.
     *
     * @param stored the object the first form was exported from
     */
    public static Map<String, Object> patch(
            Map<String, Object> stored, Map<String, Object> before, Map<String, Object> after) {
        Map<String, Object> patch = new LinkedHashMap<>();
        for (String part : List.of("spec", "metadata")) {
            Map<String, Object> change = between(Tree.map(before, part), Tree.map(after, part));
            if (!change.isEmpty()) {
                patch.put(part, change);
            }
        }
        if (!patch.isEmpty()) {
            Tree.text(stored, "metadata.resourceVersion")
                    .ifPresent(version -> Tree.put(patch, "metadata.resourceVersion", version));
        }
        return patch;
    }

    /** A field that goes is sent as null. */
    private static Map<String, Object> between(Map<String, Object> before, Map<String, Object> after) {
        Map<String, Object> change = new LinkedHashMap<>();
        before.keySet().stream().filter(name -> !after.containsKey(name)).forEach(name -> change.put(name, null));
        after.forEach((name, value) -> {
            Object old = before.get(name);
            if (old instanceof Map<?, ?> && value instanceof Map<?, ?>) {
                Map<String, Object> below = between(Tree.asMap(old), Tree.asMap(value));
                if (!below.isEmpty()) {
                    change.put(name, below);
                }
            } else if (!Objects.equals(old, value)) {
                change.put(name, value);
            }
        });
        return change;
    }
}
