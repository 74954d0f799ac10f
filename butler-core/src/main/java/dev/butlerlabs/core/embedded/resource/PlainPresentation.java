package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

final class PlainPresentation implements Presentation {
    @Override
    public ArrayNode columns() {
        ArrayNode columns = JsonNodeFactory.instance.arrayNode();
        columns.addObject().put("name", "Name").put("type", "string").put("format", "name").put("description", "").put("priority", 0);
        columns.addObject().put("name", "Created At").put("type", "date").put("format", "").put("description", "").put("priority", 0);
        return columns;
    }

    @Override
    public ArrayNode cells(ObjectNode object, Instant now) {
        ArrayNode cells = JsonNodeFactory.instance.arrayNode();
        return cells.add(object.path("metadata").path("name").asText()).add(object.path("metadata").path("creationTimestamp").asText());
    }
}
