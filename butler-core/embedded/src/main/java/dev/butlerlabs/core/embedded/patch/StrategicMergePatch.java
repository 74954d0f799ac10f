package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.jsonpatch.PatchException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Strategic merge patch: a merge patch that merges keyed lists by item and supports directives. */
public final class StrategicMergePatch {
    private StrategicMergePatch() {}

    /** Returns the document with the patch merged in; the inputs are not changed. */
    public static JsonNode apply(JsonNode document, JsonNode patch, FieldTypes types) throws PatchException {
        if (!(patch instanceof ObjectNode changes) || !(document instanceof ObjectNode object)) {
            throw PatchException.malformed("invalid JSON document");
        }
        return merge(object, changes, types);
    }

    static ObjectNode merge(ObjectNode original, ObjectNode patch, FieldTypes types) throws PatchException {
        switch (PatchDirectives.patch(patch)) {
            case MERGE -> {}
            case REPLACE -> {
                return (ObjectNode) PatchDirectives.removedFrom(patch.deepCopy().without(PatchDirectives.PATCH));
            }
            case DELETE -> {
                return JsonNodeFactory.instance.objectNode();
            }
        }
        ObjectNode result = original.deepCopy();
        retainKeys(result, patch);
        Set<String> ordered = orderedFields(patch);
        for (String name : ordered) {
            mergeOrdered(result, patch, name, types.field(name));
        }
        for (Map.Entry<String, JsonNode> field : patch.properties()) {
            if (!field.getKey().startsWith("$") && !ordered.contains(field.getKey())) {
                mergeField(result, field.getKey(), field.getValue(), types.field(field.getKey()));
            }
        }
        deleteFromLists(result, patch);
        return result;
    }

    private static void retainKeys(ObjectNode result, ObjectNode patch) throws PatchException {
        JsonNode keys = patch.path(PatchDirectives.RETAIN_KEYS);
        if (keys.isMissingNode()) {
            return;
        }
        if (!keys.isArray()) {
            throw PatchException.malformed("invalid patch format of retainKeys");
        }
        Set<String> retained = new HashSet<>();
        keys.forEach(key -> retained.add(key.asText()));
        boolean covered = patch.properties().stream()
                .filter(field ->
                        !field.getKey().startsWith("$") && !field.getValue().isNull())
                .allMatch(field -> retained.contains(field.getKey()));
        if (!covered) {
            throw PatchException.malformed("invalid patch format of retainKeys");
        }
        result.retain(retained);
    }

    private static Set<String> orderedFields(ObjectNode patch) {
        Set<String> names = new LinkedHashSet<>();
        patch.fieldNames()
                .forEachRemaining(name -> PatchDirectives.orderedField(name).ifPresent(names::add));
        return names;
    }

    private static void mergeOrdered(ObjectNode result, ObjectNode patch, String name, FieldTypes types)
            throws PatchException {
        List<JsonNode> order = PatchDirectives.list(patch.get(PatchDirectives.SET_ELEMENT_ORDER + name));
        boolean inOriginal = result.has(name);
        boolean inPatch = patch.has(name);
        if (!inOriginal && !inPatch) {
            return;
        }
        StrategicListMerge list = new StrategicListMerge(types);
        List<JsonNode> before = inOriginal ? PatchDirectives.list(result.get(name)) : List.of();
        List<JsonNode> changes = inPatch ? PatchDirectives.list(patch.get(name)) : List.of();
        list.checkOrder(changes, order);
        List<JsonNode> merged;
        if (!inOriginal) {
            merged = PatchDirectives.list(PatchDirectives.removedFrom(patch.get(name)));
        } else {
            merged = inPatch ? list.merged(before, changes) : before;
        }
        result.set(name, StrategicListMerge.array(list.ordered(merged, order, before)));
    }

    private static void mergeField(ObjectNode result, String name, JsonNode change, FieldTypes types)
            throws PatchException {
        JsonNode current = result.path(name);
        if (change.isNull()) {
            result.remove(name);
        } else if (current instanceof ObjectNode object && change instanceof ObjectNode changes) {
            boolean replaced = types.patchStrategies().contains("replace");
            result.set(name, replaced ? PatchDirectives.removedFrom(changes) : merge(object, changes, types));
        } else if (current instanceof ArrayNode && change instanceof ArrayNode) {
            List<JsonNode> merged =
                    new StrategicListMerge(types).merged(PatchDirectives.list(current), PatchDirectives.list(change));
            result.set(name, StrategicListMerge.array(merged));
        } else if (PatchDirectives.isDirective(change)) {
            result.remove(name);
        } else {
            result.set(name, PatchDirectives.removedFrom(change));
        }
    }

    private static void deleteFromLists(ObjectNode result, ObjectNode patch) throws PatchException {
        for (Map.Entry<String, JsonNode> field : patch.properties()) {
            String name = PatchDirectives.shortenedField(field.getKey()).orElse("");
            if (result.path(name) instanceof ArrayNode list) {
                if (!field.getValue().isArray()) {
                    throw PatchException.malformed("invalid patch format of primitive list");
                }
                List<JsonNode> deleted = PatchDirectives.list(field.getValue());
                result.set(
                        name,
                        StrategicListMerge.array(StrategicListMerge.without(PatchDirectives.list(list), deleted)));
            }
        }
    }
}
