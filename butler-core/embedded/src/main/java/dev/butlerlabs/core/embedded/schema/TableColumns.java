package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;

/** The columns a kind is listed with: their headings, and a row for an object. */
public final class TableColumns {
    private final List<TableColumn> columns;

    TableColumns(List<TableColumn> columns) {
        this.columns = List.copyOf(columns);
    }

    /** The columns of a custom resource; without columns of its own, its age. */
    public static TableColumns ofCustomResource(JsonNode additionalPrinterColumns) {
        return new TableColumns(CustomColumns.read(additionalPrinterColumns));
    }

    /** The columns of a built-in kind; name and age for those nobody gave others. */
    public static TableColumns ofBuiltin(String group, String kind) {
        return BuiltinTables.of(group, kind);
    }

    /** What a table says about its columns: {@code columnDefinitions}. */
    public ArrayNode definitions() {
        ArrayNode definitions = JsonNodeFactory.instance.arrayNode();
        for (TableColumn column : columns) {
            ObjectNode definition = definitions.addObject();
            definition.put("name", column.name());
            definition.put("type", column.type());
            definition.put("format", column.format());
            definition.put("description", column.description());
            definition.put("priority", column.priority());
        }
        return definitions;
    }

    /** The cells of one object's row, in the order of the columns. */
    public ArrayNode cells(JsonNode object, Instant now) {
        ArrayNode cells = JsonNodeFactory.instance.arrayNode();
        columns.forEach(column -> cells.add(column.cell().of(object, now)));
        return cells;
    }
}
