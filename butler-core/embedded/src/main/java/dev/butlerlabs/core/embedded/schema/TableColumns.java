package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;

/** The table columns of a resource type: column definitions and the cells of a row. */
public final class TableColumns {
    private final List<TableColumn> columns;

    TableColumns(List<TableColumn> columns) {
        this.columns = List.copyOf(columns);
    }

    /** Returns the printer columns of a custom resource; only the age if it defines none. */
    public static TableColumns ofCustomResource(JsonNode additionalPrinterColumns) {
        return new TableColumns(AdditionalPrinterColumns.read(additionalPrinterColumns));
    }

    /** Returns the columns of a built-in resource type; name and age by default. */
    public static TableColumns ofBuiltin(String group, String kind) {
        return BuiltinTables.of(group, kind);
    }

    /** Returns the {@code columnDefinitions} of a Table. */
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

    /** Returns the cells of the row of an object, in the order of the columns. */
    public ArrayNode cells(JsonNode object, Instant now) {
        ArrayNode cells = JsonNodeFactory.instance.arrayNode();
        columns.forEach(column -> cells.add(column.cell().of(object, now)));
        return cells;
    }
}
