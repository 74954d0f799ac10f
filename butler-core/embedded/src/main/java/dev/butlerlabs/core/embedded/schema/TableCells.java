package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.butlerlabs.core.embedded.schema.TableColumn.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Creates common table cells: a field, a number, a comma-separated list. */
final class TableCells {
    private TableCells() {}

    static String labels(JsonNode labels) {
        String pairs = labels.properties().stream()
                .map(label -> label.getKey() + "=" + label.getValue().asText())
                .sorted()
                .collect(Collectors.joining(","));
        return orElse(pairs, "<none>");
    }

    static TableColumn whole(String name, String description, String pointer) {
        return new TableColumn(name, "integer", "", description, 0, number(pointer));
    }

    static TableColumn flag(String name, String description, String pointer) {
        return new TableColumn(
                name,
                "boolean",
                "",
                description,
                0,
                (object, now) -> BooleanNode.valueOf(object.at(pointer).asBoolean()));
    }

    static Cell field(String pointer) {
        return field(pointer, "");
    }

    static Cell field(String pointer, String absent) {
        return (object, now) -> words(orElse(object.at(pointer).asText(""), absent));
    }

    static Cell number(String pointer) {
        return (object, now) -> LongNode.valueOf(object.at(pointer).asLong());
    }

    static Cell count(String pointer) {
        return (object, now) -> LongNode.valueOf(object.at(pointer).size());
    }

    static String join(JsonNode array, Function<JsonNode, String> element, String separator) {
        List<String> texts = new ArrayList<>();
        array.forEach(node -> texts.add(element.apply(node)));
        return String.join(separator, texts);
    }

    static String orElse(String text, String other) {
        return text.isEmpty() ? other : text;
    }

    static JsonNode words(String text) {
        return TextNode.valueOf(text);
    }
}
