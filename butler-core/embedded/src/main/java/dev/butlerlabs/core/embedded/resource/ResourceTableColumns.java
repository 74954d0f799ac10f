package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.schema.TableColumns;
import java.time.Instant;
import java.util.function.Supplier;

/** The table columns of a resource type, created at first use. */
public final class ResourceTableColumns {
    private final Supplier<TableColumns> source;
    private volatile TableColumns known;

    ResourceTableColumns(Supplier<TableColumns> source) {
        this.source = source;
    }

    /** Returns the column definitions of a Table. */
    public ArrayNode columns() {
        return table().definitions();
    }

    /** Returns the cells of a row, in the order of the columns. */
    public ArrayNode cells(ObjectNode object, Instant now) {
        return table().cells(object, now);
    }

    private TableColumns table() {
        if (known == null) {
            known = source.get();
        }
        return known;
    }
}
