package dev.butlerlabs.core.embedded.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/** Removes the fields of an object that differ between two runs with the same result. */
final class ComparableObject {
    private static final Set<String> VARYING = Set.of(
            "uid",
            "resourceVersion",
            "managedFields",
            "creationTimestamp",
            "deletionTimestamp",
            "generation",
            "observedGeneration",
            "lastTransitionTime");

    private ComparableObject() {}

    static JsonNode of(JsonNode object) {
        JsonNode copy = object.deepCopy();
        strip(copy);
        return copy;
    }

    private static void strip(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove(VARYING);
        }
        node.forEach(ComparableObject::strip);
    }
}
