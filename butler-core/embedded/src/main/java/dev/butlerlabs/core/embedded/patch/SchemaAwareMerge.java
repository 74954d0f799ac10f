package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Merges a configuration into a live value: no field is removed, and the configuration determines the value of a leaf that both contain. */
final class SchemaAwareMerge {
    private SchemaAwareMerge() {}

    /** Returns the merged value. It may share nodes with the inputs, which are not changed. */
    static JsonNode merge(JsonNode live, JsonNode configuration, FieldTypes types) {
        if (live.isMissingNode() || configuration.isMissingNode()) {
            return live.isMissingNode() ? configuration : live;
        }
        if (configuration.isNull()) {
            return keepsContentUnderNull(live, types) ? live : configuration;
        }
        boolean sameShape = live.getNodeType() == configuration.getNodeType();
        if (!sameShape || MergeTypes.isLeaf(configuration, types) || (live.isEmpty() && configuration.isEmpty())) {
            return configuration;
        }
        return configuration instanceof ObjectNode fields
                ? mergeFields((ObjectNode) live, fields, types)
                : new Items((ArrayNode) live, (ArrayNode) configuration, types).merge();
    }

    /** Null is a valid empty list or map; merging it into a container with content changes nothing. */
    private static boolean keepsContentUnderNull(JsonNode live, FieldTypes types) {
        return live.isContainerNode() && !live.isEmpty() && !MergeTypes.isLeaf(live, types);
    }

    private static ObjectNode mergeFields(ObjectNode live, ObjectNode configuration, FieldTypes types) {
        ObjectNode merged = JsonNodeFactory.instance.objectNode();
        live.properties().forEach(field -> merged.set(field.getKey(), field.getValue()));
        configuration.properties().forEach(field -> {
            String name = field.getKey();
            merged.set(name, merge(live.path(name), field.getValue(), types.field(name)));
        });
        return merged;
    }

    /** Two versions of a list whose items have keys. */
    private static final class Items {
        private final ArrayNode live;
        private final ArrayNode configuration;
        private final FieldTypes types;
        private final List<PathElement> liveElements;
        private final List<PathElement> configuredElements;
        private final Map<PathElement, JsonNode> liveItems = new HashMap<>();
        private final Set<PathElement> configured;
        private final Set<PathElement> merged = new HashSet<>();
        private final ArrayNode result = JsonNodeFactory.instance.arrayNode();

        Items(ArrayNode live, ArrayNode configuration, FieldTypes types) {
            this.live = live;
            this.configuration = configuration;
            this.types = types;
            this.liveElements = ListItemKeys.elements(live, types);
            this.configuredElements = ListItemKeys.elements(configuration, types);
            this.configured = new HashSet<>(configuredElements);
            for (int i = 0; i < liveElements.size(); i++) {
                // A duplicate item cannot be merged; the configured item replaces all duplicates.
                liveItems.merge(liveElements.get(i), live.get(i), (_, _) -> NullNode.getInstance());
            }
        }

        /** Merges in the order of the live list, except that items of both lists follow the order of the configuration. */
        ArrayNode merge() {
            Deque<PathElement> shared = new ArrayDeque<>(
                    configuredElements.stream().filter(liveItems::containsKey).toList());
            int left = 0;
            int right = 0;
            while (left < live.size() || right < configuration.size()) {
                boolean both = left < live.size() && right < configuration.size();
                PathElement element = left < live.size() ? liveElements.get(left) : null;
                if (both && element.equals(configuredElements.get(right))) {
                    shared.poll();
                    take(right++);
                    left++;
                } else if (both
                        && configured.contains(element)
                        && !shared.isEmpty()
                        && !element.equals(shared.peek())) {
                    left++;
                } else if (element != null && !configured.contains(element)) {
                    result.add(live.get(left++));
                } else {
                    left += element != null && merged.contains(element) ? 1 : 0;
                    if (right < configuration.size()) {
                        if (configuredElements.get(right).equals(shared.peek())) {
                            shared.poll();
                        }
                        take(right++);
                    }
                }
            }
            return result;
        }

        private void take(int position) {
            PathElement element = configuredElements.get(position);
            merged.add(element);
            JsonNode before = liveItems.getOrDefault(element, MissingNode.getInstance());
            result.add(SchemaAwareMerge.merge(before, configuration.get(position), types.items()));
        }
    }
}
