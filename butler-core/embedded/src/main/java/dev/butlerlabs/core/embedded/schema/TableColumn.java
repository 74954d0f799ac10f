package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;

/**
 * A column of a table.
 *
 * @param priority 0 for columns that are always shown, greater for wide output only
 */
record TableColumn(String name, String type, String format, String description, int priority, Cell cell) {

    /** Reads the value of a column from an object. */
    @FunctionalInterface
    interface Cell {
        JsonNode of(JsonNode object, Instant now);
    }

    static final TableColumn NAME = new TableColumn(
            "Name",
            "string",
            "name",
            "The name of the object, unique among the objects of its kind in its namespace.",
            0,
            (object, now) -> TextNode.valueOf(object.at("/metadata/name").asText()));

    static final TableColumn AGE = new TableColumn(
            "Age",
            "string",
            "",
            "How long ago the object was created.",
            0,
            (object, now) -> TextNode.valueOf(TableAgeFormatter.since(
                    object.at("/metadata/creationTimestamp").asText(), now)));

    static TableColumn text(String name, String description, Cell cell) {
        return new TableColumn(name, "string", "", description, 0, cell);
    }

    static TableColumn wide(String name, String description, Cell cell) {
        return new TableColumn(name, "string", "", description, 1, cell);
    }
}
