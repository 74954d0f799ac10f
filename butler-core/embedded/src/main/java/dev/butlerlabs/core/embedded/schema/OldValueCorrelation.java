package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** Finds the old value that corresponds to a value of an updated object. */
final class OldValueCorrelation {
    private OldValueCorrelation() {}

    static Optional<JsonNode> field(Optional<JsonNode> old, String name) {
        return old.filter(JsonNode::isObject).map(object -> object.get(name));
    }

    /**
     * Returns the old list element. Only elements of keyed lists can be correlated; in other lists an index may refer to another element
     * than before.
     */
    static Optional<JsonNode> element(Optional<JsonNode> old, SchemaNode list, JsonNode element) {
        if (old.isEmpty() || !old.get().isArray() || list.extensions().listKind() != ListKind.MAP) {
            return Optional.empty();
        }
        for (JsonNode candidate : old.get()) {
            if (sameKeys(candidate, element, list)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    private static boolean sameKeys(JsonNode candidate, JsonNode element, SchemaNode list) {
        return candidate.isObject()
                && element.isObject()
                && list.extensions().mapKeys().stream()
                        .allMatch(key ->
                                JsonNumberComparison.same(keyOf(candidate, list, key), keyOf(element, list, key)));
    }

    private static JsonNode keyOf(JsonNode element, SchemaNode list, String key) {
        JsonNode value = element.path(key);
        return value.isMissingNode()
                ? list.items()
                        .flatMap(items -> items.field(key))
                        .flatMap(SchemaNode::fallback)
                        .orElse(value)
                : value;
    }
}
