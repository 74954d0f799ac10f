package dev.butlerlabs.core.cli.resource;

import dev.butlerlabs.core.cli.output.RowStream;
import dev.butlerlabs.core.cli.output.TableLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Prints the rows of a list that changed since it was read before. Not thread-safe. */
final class ChangedRowPrinter<T> {
    private final RowStream<T> rows;
    private final TableLayout<T> layout;
    private Map<String, Map<String, Object>> before = Map.of();

    /** @param layout names and compares the rows */
    ChangedRowPrinter(RowStream<T> rows, TableLayout<T> layout) {
        this.rows = rows;
        this.layout = layout;
    }

    void print(List<T> read) {
        List<T> changed = new ArrayList<>();
        Map<String, Map<String, Object>> now = new HashMap<>();
        for (T row : read.stream().sorted(layout.order()).toList()) {
            String name = layout.name().apply(row);
            Map<String, Object> document = layout.document().apply(row);
            now.put(name, document);
            if (!document.equals(before.get(name))) {
                changed.add(row);
            }
        }
        before = now;
        if (!changed.isEmpty()) {
            rows.print(changed);
        }
    }
}
