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
        switch (Directives.patch(patch)) {
            case MERGE -> {}
            case REPLACE -> {
                return (ObjectNode) Directives.removedFrom(patch.deepCopy().without(Directives.PATCH));
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
        JsonNode keys = patch.path(Directives.RETAIN_KEYS);
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
                .forEachRemaining(name -> Directives.orderedField(name).ifPresent(names::add));
        return names;
    }

    private static void mergeOrdered(ObjectNode result, ObjectNode patch, String name, FieldTypes types)
            throws PatchException {
        List<JsonNode> order = Directives.list(patch.get(Directives.SET_ELEMENT_ORDER + name));
        boolean inOriginal = result.has(name);
        boolean inPatch = patch.has(name);
        if (!inOriginal && !inPatch) {
            return;
        }
        StrategicList list = new StrategicList(types);
        List<JsonNode> before = inOriginal ? Directives.list(result.get(name)) : List.of();
        List<JsonNode> changes = inPatch ? Directives.list(patch.get(name)) : List.of();
        list.checkOrder(changes, order);
        List<JsonNode> merged;
        if (!inOriginal) {
            merged = Directives.list(Directives.removedFrom(patch.get(name)));
        } else {
            merged = inPatch ? list.merged(before, changes) : before;
        }
        result.set(name, StrategicList.array(list.ordered(merged, order, before)));
    }

    private static void mergeField(ObjectNode result, String name, JsonNode change, FieldTypes types)
            throws PatchException {
        JsonNode current = result.path(name);
        if (change.isNull()) {
            result.remove(name);
        } else if (current instanceof ObjectNode object && change instanceof ObjectNode changes) {
            boolean replaced = types.patchStrategies().contains("replace");
            result.set(name, replaced ? Directives.removedFrom(changes) : merge(object, changes, types));
        } else if (current instanceof ArrayNode && change instanceof ArrayNode) {
            List<JsonNode> merged = new StrategicList(types).merged(Directives.list(current), Directives.list(change));
            result.set(name, StrategicList.array(merged));
        } else if (Directives.isDirective(change)) {
            result.remove(name);
        } else {
            result.set(name, Directives.removedFrom(change));
        }
    }

    private static void deleteFromLists(ObjectNode result, ObjectNode patch) throws PatchException {
        for (Map.Entry<String, JsonNode> field : patch.properties()) {
            String name = Directives.shortenedField(field.getKey()).orElse("");
            if (result.path(name) instanceof ArrayNode list) {
                if (!field.getValue().isArray()) {
                    throw PatchException.malformed("invalid patch format of primitive list");
                }
                List<JsonNode> deleted = Directives.list(field.getValue());
                result.set(name, StrategicList.array(StrategicList.without(Directives.list(list), deleted)));
            }
        }
    }
}
