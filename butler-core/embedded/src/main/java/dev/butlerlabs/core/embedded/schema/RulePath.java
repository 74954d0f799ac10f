package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The {@code fieldPath} of a rule, relative to the schema node of the rule, such as {@code .spec.size} or {@code ['x.y']}. */
record RulePath(List<String> names) {
    RulePath {
        names = List.copyOf(names);
    }

    static Optional<RulePath> of(String text) {
        List<String> names = new ArrayList<>();
        int position = 0;
        while (position < text.length()) {
            int end = text.startsWith("['", position) ? bracket(text, position, names) : dotted(text, position, names);
            if (end < 0) {
                return Optional.empty();
            }
            position = end;
        }
        return names.isEmpty() ? Optional.empty() : Optional.of(new RulePath(names));
    }

    private static int bracket(String text, int start, List<String> names) {
        int end = text.indexOf("']", start);
        while (end > 0 && text.charAt(end - 1) == '\\') {
            end = text.indexOf("']", end + 1);
        }
        if (end < 0) {
            return -1;
        }
        names.add(text.substring(start + 2, end).replace("\\'", "'").replace("\\\\", "\\"));
        return end + 2;
    }

    private static int dotted(String text, int start, List<String> names) {
        if (text.charAt(start) != '.') {
            return -1;
        }
        int end = start + 1;
        while (end < text.length() && text.charAt(end) != '.' && text.charAt(end) != '[') {
            end++;
        }
        if (end == start + 1) {
            return -1;
        }
        names.add(text.substring(start + 1, end));
        return end;
    }

    boolean existsIn(JsonNode schema) {
        JsonNode place = schema;
        for (String name : names) {
            JsonNode property = place.path("properties").path(name);
            place = property.isMissingNode()
                            && place.path("additionalProperties").isObject()
                    ? place.get("additionalProperties")
                    : property;
        }
        return !place.isMissingNode();
    }

    FieldPath from(FieldPath start, SchemaNode schema) {
        FieldPath path = start;
        Optional<SchemaNode> node = Optional.of(schema);
        for (String name : names) {
            boolean property =
                    node.map(here -> here.properties().containsKey(name)).orElse(true);
            path = property ? path.child(name) : path.key(name);
            node = node.flatMap(here -> here.field(name));
        }
        return path;
    }
}
