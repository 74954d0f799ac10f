package dev.butlerlabs.core.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.FieldTypes;
import dev.butlerlabs.core.embedded.schema.ListKind;
import dev.butlerlabs.core.jsonpatch.GoJsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Identifies the items of sets and keyed lists. */
final class ListItemKeys {
    private ListItemKeys() {}

    /** Returns the path elements of the items of a list, in order; the list must have been validated. */
    static List<PathElement> elements(JsonNode list, FieldTypes types) {
        List<PathElement> elements = new ArrayList<>();
        list.forEach(item -> elements.add(element(item, types)));
        return elements;
    }

    static PathElement element(JsonNode item, FieldTypes types) {
        return types.listKind() == ListKind.MAP ? key(item, types) : new PathElement.Value(item);
    }

    private static PathElement.Key key(JsonNode item, FieldTypes types) {
        TreeMap<String, JsonNode> fields = new TreeMap<>();
        for (String name : types.mapKeys()) {
            item.optional(name).or(() -> types.defaultFor(name)).ifPresent(value -> fields.put(name, value));
        }
        return new PathElement.Key(fields);
    }

    /** Returns why an item has no valid key; empty if it has one. */
    static Optional<String> fault(JsonNode item, FieldTypes types) {
        return types.listKind() == ListKind.MAP ? keyFault(item, types) : valueFault(item);
    }

    private static Optional<String> keyFault(JsonNode item, FieldTypes types) {
        if (item.isNull()) {
            return Optional.of("associative list with keys may not have a null element");
        }
        if (!(item instanceof ObjectNode)) {
            return Optional.of("associative list with keys may not have non-map elements");
        }
        if (key(item, types).fields().isEmpty()) {
            String keys = types.mapKeys().stream().map(GoJsonWriter::quote).collect(Collectors.joining(" ", "[", "]"));
            return Optional.of("associative list with keys has an element that omits all key fields " + keys
                    + " (and doesn't have default values for any key fields)");
        }
        return Optional.empty();
    }

    private static Optional<String> valueFault(JsonNode item) {
        return switch (item.getNodeType()) {
            case OBJECT -> Optional.of("associative list without keys has an element that's a map type");
            case ARRAY -> Optional.of("not supported: associative list with lists as elements");
            case NULL, MISSING -> Optional.of("associative list without keys has an element that's an explicit null");
            case STRING, NUMBER, BOOLEAN, BINARY, POJO -> Optional.empty();
        };
    }
}
