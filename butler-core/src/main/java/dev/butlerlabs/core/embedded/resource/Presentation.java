package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;

/** How a kind looks as a table. */
public interface Presentation {
    /** The column definitions of a Table. */
    ArrayNode columns();

    /** One row's cells, in the order of the columns. */
    ArrayNode cells(ObjectNode object, Instant now);
}
