package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The printer columns of a CRD. */
final class AdditionalPrinterColumns {
    private static final JsonNode AGE = JsonNodeFactory.instance
            .objectNode()
            .put("name", "Age")
            .put("type", "date")
            .put("jsonPath", ".metadata.creationTimestamp")
            .put("description", TableColumn.AGE.description());

    private AdditionalPrinterColumns() {}

    static List<TableColumn> read(JsonNode definitions) {
        List<TableColumn> columns = new ArrayList<>();
        columns.add(TableColumn.NAME);
        for (JsonNode definition : definitions.isEmpty() ? List.of(AGE) : definitions) {
            columns.add(column(definition));
        }
        return columns;
    }

    private static TableColumn column(JsonNode definition) {
        String path = definition.path("jsonPath").asText();
        String type = definition.path("type").asText();
        JsonPath parsed = JsonPath.parse(path);
        return new TableColumn(
                definition.path("name").asText(),
                type,
                definition.path("format").asText(),
                definition
                        .path("description")
                        .asText("Custom resource definition column (in JSONPath format): " + path),
                definition.path("priority").asInt(),
                (object, now) -> cell(parsed.find(object), type, now));
    }

    /** Returns a cell: the first of the found values, if it has the type of the column. */
    private static JsonNode cell(List<JsonNode> found, String type, Instant now) {
        if (found.isEmpty()) {
            return NullNode.getInstance();
        }
        JsonNode value = found.getFirst();
        return switch (type) {
            case "string" -> TextNode.valueOf(printed(value));
            case "integer" -> value.isNumber() ? LongNode.valueOf(value.longValue()) : NullNode.getInstance();
            case "number" -> value.isNumber() ? DoubleNode.valueOf(value.doubleValue()) : NullNode.getInstance();
            case "boolean" -> value.isBoolean() ? value : NullNode.getInstance();
            case "date" ->
                value.isTextual()
                        ? TextNode.valueOf(TableAgeFormatter.since(value.textValue(), now))
                        : NullNode.getInstance();
            default -> NullNode.getInstance();
        };
    }

    private static String printed(JsonNode value) {
        if (value.isNull()) {
            return "<no value>";
        }
        return value.isTextual() ? value.textValue() : GoValueFormatter.value(value);
    }
}
