package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.jsonpatch.JsonValueComparator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The difference between two versions of an object. The three sets are disjoint.
 *
 * @param removed the paths that only the old version has
 * @param modified the leaves that both versions have with different values
 * @param added the paths that only the new version has
 */
record SchemaAwareComparison(FieldSet removed, FieldSet modified, FieldSet added) {

    static SchemaAwareComparison of(JsonNode before, JsonNode after, FieldTypes types) {
        Walk walk = new Walk();
        walk.compare(before, after, types);
        return new SchemaAwareComparison(walk.removed.build(), walk.modified.build(), walk.added.build());
    }

    SchemaAwareComparison without(FieldSet fields) {
        return new SchemaAwareComparison(
                removed.recursiveDifference(fields),
                modified.recursiveDifference(fields),
                added.recursiveDifference(fields));
    }

    FieldSet changed() {
        return modified.union(added);
    }

    private static final class Walk {
        private final FieldSet.Builder removed = new FieldSet.Builder();
        private final FieldSet.Builder modified = new FieldSet.Builder();
        private final FieldSet.Builder added = new FieldSet.Builder();
        private final List<PathElement> path = new ArrayList<>();

        void compare(JsonNode before, JsonNode after, FieldTypes types) {
            if (before.isMissingNode() || after.isMissingNode()) {
                visitOne(before, after, types);
            } else if (!JsonValueComparator.equal(before, after)) {
                visitBoth(before, after, types);
            }
        }

        /** Handles a value that one side lacks: all of it is added or removed, including containers. */
        private void visitOne(JsonNode before, JsonNode after, FieldTypes types) {
            JsonNode present = before.isMissingNode() ? after : before;
            if (!MergeTypes.isLeaf(present, types)) {
                visitContent(before, after, types);
            }
            (before.isMissingNode() ? added : removed).include(path);
        }

        private void visitBoth(JsonNode before, JsonNode after, FieldTypes types) {
            boolean leaf = MergeTypes.isLeaf(before, types) && MergeTypes.isLeaf(after, types);
            if (leaf || (withoutContent(before) && withoutContent(after))) {
                modified.include(path);
            } else if (before.getNodeType() == after.getNodeType() || before.isNull() || after.isNull()) {
                // Null is equal to an empty container.
                visitContent(before, after, types);
            } else {
                visitDifferentShapes(before, after, types);
            }
        }

        private static boolean withoutContent(JsonNode value) {
            return value.isNull() || MergeTypes.isEmptyContainer(value);
        }

        /**
         * Handles values of different types: the old content is removed, the new content is added, and the path itself is modified if
         * either side is a leaf.
         */
        private void visitDifferentShapes(JsonNode before, JsonNode after, FieldTypes types) {
            MissingNode none = MissingNode.getInstance();
            boolean leafBefore = MergeTypes.isLeaf(before, types) || before.isEmpty();
            boolean leafAfter = MergeTypes.isLeaf(after, types) || after.isEmpty();
            if (!leafBefore) {
                visitContent(before, none, types);
            }
            if (!leafAfter) {
                visitContent(none, after, types);
            }
            if (leafBefore || leafAfter) {
                modified.include(path);
            }
        }

        private void visitContent(JsonNode before, JsonNode after, FieldTypes types) {
            if (before.isObject() || after.isObject()) {
                visitFields(before, after, types);
            } else {
                visitItems(before, after, types);
            }
        }

        private void visitFields(JsonNode before, JsonNode after, FieldTypes types) {
            Set<String> names = new LinkedHashSet<>();
            before.fieldNames().forEachRemaining(names::add);
            after.fieldNames().forEachRemaining(names::add);
            for (String name : names) {
                descend(new PathElement.Field(name), before.path(name), after.path(name), types.field(name));
            }
        }

        private void visitItems(JsonNode before, JsonNode after, FieldTypes types) {
            Map<PathElement, List<JsonNode>> old = byElement(before, types);
            Map<PathElement, List<JsonNode>> current = byElement(after, types);
            Set<PathElement> elements = new LinkedHashSet<>(old.keySet());
            elements.addAll(current.keySet());
            for (PathElement element : elements) {
                visitItem(
                        element, old.getOrDefault(element, List.of()), current.getOrDefault(element, List.of()), types);
            }
        }

        private static Map<PathElement, List<JsonNode>> byElement(JsonNode list, FieldTypes types) {
            Map<PathElement, List<JsonNode>> items = new LinkedHashMap<>();
            for (JsonNode item : list) {
                items.computeIfAbsent(ListItemKeys.element(item, types), _ -> new ArrayList<>())
                        .add(item);
            }
            return items;
        }

        /** Duplicate items are owned together, like one atomic value. */
        private void visitItem(PathElement element, List<JsonNode> old, List<JsonNode> current, FieldTypes types) {
            if (old.size() <= 1 && current.size() <= 1) {
                descend(element, first(old), first(current), types.items());
            } else if (old.size() > 1 && current.size() > 1) {
                include(modified, element, !sameItems(old, current));
            } else if (old.size() > 1) {
                descend(element, MissingNode.getInstance(), first(current), types.items());
                include(removed, element, true);
            } else {
                descend(element, first(old), MissingNode.getInstance(), types.items());
                include(added, element, true);
            }
        }

        private static JsonNode first(List<JsonNode> items) {
            return items.isEmpty() ? MissingNode.getInstance() : items.getFirst();
        }

        private static boolean sameItems(List<JsonNode> old, List<JsonNode> current) {
            boolean same = old.size() == current.size();
            for (int i = 0; same && i < old.size(); i++) {
                same = JsonValueComparator.equal(old.get(i), current.get(i));
            }
            return same;
        }

        private void include(FieldSet.Builder set, PathElement element, boolean really) {
            if (really) {
                path.add(element);
                set.include(path);
                path.removeLast();
            }
        }

        private void descend(PathElement element, JsonNode before, JsonNode after, FieldTypes types) {
            if (before.isMissingNode() && after.isMissingNode()) {
                return;
            }
            path.add(element);
            compare(before, after, types);
            path.removeLast();
        }
    }
}
