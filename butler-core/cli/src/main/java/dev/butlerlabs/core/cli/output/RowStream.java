package dev.butlerlabs.core.cli.output;

import java.util.List;
import java.util.function.Supplier;

/**
 * Prints rows as they change. Tables have one header, and columns that keep at least the width of earlier rows; machine formats print one
 * document per row. Each call is flushed. Not thread-safe.
 */
public final class RowStream<T> {
    private final OutputPrinter printer;
    private final Supplier<TableLayout<T>> layouts;
    private int[] widths = {};
    private boolean isContinued;

    RowStream(OutputPrinter printer, Supplier<TableLayout<T>> layouts) {
        this.printer = printer;
        this.layouts = layouts;
    }

    public void print(List<T> rows) {
        TableLayout<T> layout = layouts.get();
        switch (printer.format()) {
            case TABLE, WIDE -> table(layout, rows);
            case TEMPLATE -> rows.forEach(row -> template(layout, row));
            case NAME, JSON -> rows.forEach(row -> printer.one(layout, row));
            case YAML ->
                rows.forEach(row -> {
                    printer.out().println("---");
                    printer.one(layout, row);
                });
        }
        isContinued = true;
        printer.out().flush();
    }

    /** Prints each row on a line of its own; headers only once. */
    private void template(TableLayout<T> layout, T row) {
        DocumentTemplate template = printer.template().orElseThrow();
        String text = OutputPrinter.formatted(
                isContinued ? template.withoutHeaders() : template,
                layout.document().apply(row));
        isContinued = true;
        printer.out().print(text.endsWith("\n") ? text : text + "\n");
    }

    private void table(TableLayout<T> layout, List<T> rows) {
        List<Column<T>> columns = printer.columns(layout);
        boolean isFirst = widths.length == 0;
        List<List<String>> cells = TextTable.cells(columns, rows, isFirst && printer.headers());
        widths = TextTable.widths(cells, isFirst ? new int[columns.size()] : widths);
        int[] fitted = TextTable.fitted(widths, printer.tableWidth());
        for (int i = 0; i < cells.size(); i++) {
            String line = TextTable.line(cells.get(i), fitted, printer.tableWidth());
            printer.out()
                    .println(
                            i == 0 && isFirst && printer.headers()
                                    ? printer.ink().bold(line)
                                    : line);
        }
    }
}
