package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.jsonpatch.JsonValueComparator;
import dev.butlerlabs.core.jsonpatch.PatchException;
import dev.butlerlabs.core.jsonpatch.PatchException.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Merges lists as their schema requires: replaced as a whole, as a set of scalars, or item by item with a merge key. */
final class StrategicListMerge {
    private final FieldTypes types;
    private final Optional<String> mergeKey;

    StrategicListMerge(FieldTypes types) {
        this.types = types;
        this.mergeKey = types.patchMergeKey();
    }

    static ArrayNode array(List<JsonNode> items) {
        return JsonNodeFactory.instance.arrayNode().addAll(items);
    }

    static List<JsonNode> without(List<JsonNode> items, List<JsonNode> removed) {
        return items.stream()
                .filter(item -> removed.stream().noneMatch(gone -> JsonValueComparator.equal(gone, item)))
                .toList();
    }

    List<JsonNode> merged(List<JsonNode> original, List<JsonNode> patch) throws PatchException {
        if (!types.patchStrategies().contains("merge")) {
            return PatchDirectives.list(PatchDirectives.removedFrom(array(patch)));
        }
        checkItems(original, patch);
        boolean objects =
                original.stream().anyMatch(JsonNode::isObject) || patch.stream().anyMatch(JsonNode::isObject);
        return objects ? mergedObjects(original, patch) : mergedScalars(original, patch);
    }

    private static void checkItems(List<JsonNode> original, List<JsonNode> patch) throws PatchException {
        List<JsonNode> all = new ArrayList<>(original);
        all.addAll(patch);
        if (all.stream().anyMatch(JsonNode::isArray)) {
            throw PatchException.invalid("lists of lists are not supported");
        }
        long objects = all.stream().filter(JsonNode::isObject).count();
        if (objects != 0 && objects != all.size()) {
            throw new PatchException(Kind.INTERNAL, "list element types are not identical");
        }
    }

    private List<JsonNode> mergedScalars(List<JsonNode> original, List<JsonNode> patch) {
        List<JsonNode> merged = new ArrayList<>();
        original.forEach(item -> addOnce(merged, item));
        patch.forEach(item -> addOnce(merged, item));
        return ordered(merged, patch, original);
    }

    private static void addOnce(List<JsonNode> items, JsonNode item) {
        if (items.stream().noneMatch(present -> JsonValueComparator.equal(present, item))) {
            items.add(item);
        }
    }

    private List<JsonNode> mergedObjects(List<JsonNode> original, List<JsonNode> patch) throws PatchException {
        if (mergeKey.isEmpty()) {
            throw new PatchException(Kind.INTERNAL, "cannot merge lists without merge key");
        }
        List<JsonNode> remaining = new ArrayList<>(original);
        List<JsonNode> changes = new ArrayList<>();
        boolean replaced = false;
        for (JsonNode item : patch) {
            if (!PatchDirectives.isDirective(item)) {
                key(item);
                changes.add(item);
                continue;
            }
            switch (PatchDirectives.patch((ObjectNode) item)) {
                case DELETE -> remaining.removeAll(matching(remaining, key(item)));
                case REPLACE -> replaced = true;
                case MERGE ->
                    throw new PatchException(Kind.INTERNAL, "merging lists cannot yet be specified in the patch");
            }
        }
        return replaced
                ? PatchDirectives.list(PatchDirectives.removedFrom(array(changes)))
                : ordered(mergedItems(remaining, changes), changes, remaining);
    }

    private List<JsonNode> mergedItems(List<JsonNode> original, List<JsonNode> changes) throws PatchException {
        List<JsonNode> merged = new ArrayList<>(original);
        for (JsonNode change : changes) {
            int position = position(merged, change);
            if (position < 0) {
                merged.add(PatchDirectives.removedFrom(change));
            } else {
                ObjectNode current = (ObjectNode) merged.get(position);
                merged.set(position, StrategicMergePatch.merge(current, (ObjectNode) change, types.items()));
            }
        }
        return merged;
    }

    private List<JsonNode> matching(List<JsonNode> items, JsonNode key) {
        return items.stream()
                .filter(item -> item.optional(mergeKey.orElseThrow())
                        .filter(value -> JsonValueComparator.equal(value, key))
                        .isPresent())
                .toList();
    }

    private JsonNode key(JsonNode item) throws PatchException {
        String name = mergeKey.orElseThrow();
        return item.optional(name)
                .orElseThrow(() -> new PatchException(
                        Kind.INTERNAL, "map: " + item + " does not contain declared merge key: " + name));
    }

    /**
     * Returns the merged items in order: items ordered by the patch in its order, the others in their old order, each as close as possible
     * to its old index.
     */
    List<JsonNode> ordered(List<JsonNode> merged, List<JsonNode> order, List<JsonNode> before) {
        List<JsonNode> patched = new ArrayList<>();
        List<JsonNode> others = new ArrayList<>();
        merged.forEach(item -> (position(order, item) >= 0 ? patched : others).add(item));
        patched.sort(Comparator.comparing(item -> position(order, item)));
        others.sort(Comparator.comparing(item -> position(before, item)));
        List<JsonNode> result = new ArrayList<>();
        int next = 0;
        for (JsonNode item : patched) {
            int place = position(before, item);
            while (next < others.size() && place >= 0 && position(before, others.get(next)) < place) {
                result.add(others.get(next++));
            }
            result.add(item);
        }
        result.addAll(others.subList(next, others.size()));
        return result;
    }

    private int position(List<JsonNode> items, JsonNode wanted) {
        for (int i = 0; i < items.size(); i++) {
            if (JsonValueComparator.equal(identity(items.get(i)), identity(wanted))) {
                return i;
            }
        }
        return -1;
    }

    private JsonNode identity(JsonNode item) {
        return item.isObject() && mergeKey.isPresent() ? item.path(mergeKey.get()) : item;
    }

    /** Verifies that the items of the patch are in the order that its directive sets. */
    void checkOrder(List<JsonNode> patch, List<JsonNode> order) throws PatchException {
        if (order.isEmpty()) {
            return;
        }
        int next = 0;
        for (JsonNode item : patch) {
            if (PatchDirectives.isDirective(item)) {
                continue;
            }
            int place = position(order.subList(next, order.size()), item);
            if (place < 0) {
                throw new PatchException(
                        Kind.INTERNAL,
                        "The order in patch list:\n" + patch + "\n doesn't match $setElementOrder list:\n" + order
                                + "\n");
            }
            next += place + 1;
        }
    }
}
