package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.tree.UntypedTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Computes the changes of an edited text as a patch. The patch contains only the changed fields, and the API server rejects it if the
 * object has changed meanwhile. Pure functions.
 */
public final class TenantEditPatch {
    private TenantEditPatch() {}

    /**
     * Returns the JSON merge patch between two exported forms; empty if they are equal.
     *
     * @param stored the object from which the first form was exported
     */
    public static Map<String, Object> patch(
            Map<String, Object> stored, Map<String, Object> before, Map<String, Object> after) {
        Map<String, Object> patch = new LinkedHashMap<>();
        for (String part : List.of("spec", "metadata")) {
            Map<String, Object> change = between(
                    UntypedTree.of(before).at(part).copy(),
                    UntypedTree.of(after).at(part).copy());
            if (!change.isEmpty()) {
                patch.put(part, change);
            }
        }
        if (!patch.isEmpty()) {
            UntypedTree.of(stored)
                    .text("metadata.resourceVersion")
                    .ifPresent(version -> UntypedTree.put(patch, "metadata.resourceVersion", version));
        }
        return patch;
    }

    /** A removed field is sent as null. */
    private static Map<String, Object> between(Map<String, Object> before, Map<String, Object> after) {
        Map<String, Object> change = new LinkedHashMap<>();
        before.keySet().stream().filter(name -> !after.containsKey(name)).forEach(name -> change.put(name, null));
        after.forEach((name, value) -> {
            Object old = before.get(name);
            if (old instanceof Map<?, ?> && value instanceof Map<?, ?>) {
                Map<String, Object> below = between(
                        UntypedTree.of(old).copy(), UntypedTree.of(value).copy());
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
