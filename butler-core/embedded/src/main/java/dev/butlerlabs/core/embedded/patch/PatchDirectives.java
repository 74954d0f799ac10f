package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.jsonpatch.PatchException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The directives of a strategic merge patch: fields whose names start with a dollar sign. */
final class PatchDirectives {
    static final String PATCH = "$patch";
    static final String RETAIN_KEYS = "$retainKeys";
    static final String SET_ELEMENT_ORDER = "$setElementOrder/";
    private static final String DELETE_FROM_LIST = "$deleteFromPrimitiveList/";

    private PatchDirectives() {}

    /** The values of {@code $patch}. */
    enum Patch {
        MERGE,
        REPLACE,
        DELETE
    }

    static Patch patch(ObjectNode object) throws PatchException {
        return switch (object.path(PATCH).asText("")) {
            case "" -> object.has(PATCH) ? unknown(object) : Patch.MERGE;
            case "merge" -> Patch.MERGE;
            case "replace" -> Patch.REPLACE;
            case "delete" -> Patch.DELETE;
            default -> unknown(object);
        };
    }

    private static Patch unknown(ObjectNode object) throws PatchException {
        throw new PatchException(
                PatchException.Kind.INTERNAL,
                "unknown patch type: " + object.path(PATCH).asText() + " in map: " + object);
    }

    static boolean isDirective(JsonNode value) {
        return value.isObject() && value.has(PATCH);
    }

    static Optional<String> orderedField(String name) {
        return after(SET_ELEMENT_ORDER, name);
    }

    static Optional<String> shortenedField(String name) {
        return after(DELETE_FROM_LIST, name);
    }

    private static Optional<String> after(String prefix, String name) {
        return name.startsWith(prefix) ? Optional.of(name.substring(prefix.length())) : Optional.empty();
    }

    static List<JsonNode> list(JsonNode value) throws PatchException {
        if (!value.isArray()) {
            throw new PatchException(PatchException.Kind.INTERNAL, "expected a list, but received " + value);
        }
        List<JsonNode> items = new ArrayList<>();
        value.forEach(items::add);
        return items;
    }

    /** Returns a copy of a patch value as it appears in an object: without directives and without the fields to remove. */
    static JsonNode removedFrom(JsonNode value) {
        JsonNode copy = value.deepCopy();
        remove(copy);
        return copy;
    }

    private static void remove(JsonNode value) {
        switch (value) {
            case ObjectNode object ->
                object.properties()
                        .removeIf(field -> field.getKey().startsWith("$")
                                || field.getValue().isNull()
                                || isDirective(field.getValue()));
            case ArrayNode list -> removeItems(list);
            default -> {}
        }
        value.forEach(PatchDirectives::remove);
    }

    private static void removeItems(ArrayNode list) {
        for (int i = list.size() - 1; i >= 0; i--) {
            if (isDirective(list.get(i))) {
                list.remove(i);
            }
        }
    }
}
