package dev.butlerlabs.core.cli.output;

import java.io.PrintStream;
import java.util.List;
import java.util.Objects;

/**
 * Prints data on standard output in the selected format.
 *
 * @param headers whether tables have a header row
 */
public record OutputPrinter(PrintStream out, OutputFormat format, boolean headers, TerminalColors ink) {
    public OutputPrinter {
        Objects.requireNonNull(out, "out");
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(ink, "ink");
    }

    /** Prints many rows; machine formats wrap them in one list. */
    public <T> void list(TableLayout<T> listing, List<T> rows) {
        List<T> ordered = rows.stream().sorted(listing.order()).toList();
        switch (format) {
            case TABLE, WIDE -> table(listing, ordered);
            case NAME -> ordered.forEach(row -> out.println(listing.name().apply(row)));
            case JSON, YAML -> document(listing.list(ordered));
        }
    }

    /** Prints one row; machine formats print the object itself. */
    public <T> void one(TableLayout<T> listing, T row) {
        switch (format) {
            case TABLE, WIDE -> table(listing, List.of(row));
            case NAME -> out.println(listing.name().apply(row));
            case JSON, YAML -> document(listing.document().apply(row));
        }
    }

    /** Prints a tree as YAML if selected, otherwise as JSON. */
    public void document(Object tree) {
        if (format == OutputFormat.YAML) {
            out.print(YamlTextWriter.of(tree));
        } else {
            out.println(JsonTextWriter.pretty(tree));
        }
    }

    private <T> void table(TableLayout<T> listing, List<T> rows) {
        if (rows.isEmpty()) {
            return;
        }
        List<Column<T>> columns = listing.columns().stream()
                .filter(column -> format == OutputFormat.WIDE || !column.onlyWide())
                .toList();
        TextTable.lines(columns, rows, headers, ink).forEach(out::println);
    }
}
