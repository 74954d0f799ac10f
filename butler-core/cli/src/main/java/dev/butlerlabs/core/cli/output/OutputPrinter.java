package dev.butlerlabs.core.cli.output;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.PrintStream;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * Prints data on standard output in the selected format.
 *
 * @param template present for the format TEMPLATE
 * @param headers whether tables have a header row
 * @param text stream for what only people read, which breaks lines for the terminal
 * @param columns the width that tables have to fit; empty without a terminal
 */
public record OutputPrinter(
        PrintStream out,
        OutputFormat format,
        Optional<DocumentTemplate> template,
        boolean headers,
        TerminalColors ink,
        PrintStream text,
        OptionalInt columns) {
    /** Returns a printer that is not for a terminal. */
    public OutputPrinter(PrintStream out, OutputFormat format, boolean headers, TerminalColors ink) {
        this(out, format, Optional.empty(), headers, ink, out, OptionalInt.empty());
    }

    public OutputPrinter {
        Objects.requireNonNull(template, "template");
        Objects.requireNonNull(out, "out");
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(ink, "ink");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(columns, "columns");
    }

    /** Returns a printer of tables for the same terminal. */
    public OutputPrinter forTables() {
        return new OutputPrinter(out, OutputFormat.TABLE, Optional.empty(), true, ink, text, columns);
    }

    /** Prints many rows; machine formats wrap them in one list. */
    public <T> void list(TableLayout<T> listing, List<T> rows) {
        List<T> ordered = rows.stream().sorted(listing.order()).toList();
        switch (format) {
            case TABLE, WIDE -> table(listing, ordered);
            case NAME -> ordered.forEach(row -> out.println(listing.name().apply(row)));
            case JSON, YAML, TEMPLATE -> document(listing.list(ordered));
        }
    }

    /** Prints one row; machine formats print the object itself. */
    public <T> void one(TableLayout<T> listing, T row) {
        switch (format) {
            case TABLE, WIDE -> table(listing, List.of(row));
            case NAME -> out.println(listing.name().apply(row));
            case JSON, YAML, TEMPLATE -> document(listing.document().apply(row));
        }
    }

    /**
     * Returns a printer of rows that are printed as they change.
     *
     * @param listing called for each change, because tables contain ages
     */
    public <T> RowStream<T> stream(Supplier<TableLayout<T>> listing) {
        return new RowStream<>(this, listing);
    }

    /**
     * Prints a tree with the template or as YAML if selected, otherwise as JSON.
     *
     * @throws ButlerException if the template does not fit the tree
     */
    public void document(Object tree) {
        if (template.isPresent()) {
            out.print(formatted(template.get(), tree));
        } else if (format == OutputFormat.YAML) {
            out.print(YamlTextWriter.of(tree));
        } else {
            out.println(JsonTextWriter.pretty(tree));
        }
    }

    static String formatted(DocumentTemplate template, Object tree) {
        try {
            return template.format(tree);
        } catch (TemplateException e) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Cannot apply the template of --output: %s.".formatted(e.getMessage()),
                    "Print the data with -o json to see its fields.");
        }
    }

    private <T> void table(TableLayout<T> listing, List<T> rows) {
        if (rows.isEmpty()) {
            return;
        }
        TextTable.lines(columns(listing), rows, headers, ink, tableWidth()).forEach(out::println);
    }

    /** Returns the width that tables have to fit. With {@code -o wide}, nothing is cut. */
    OptionalInt tableWidth() {
        return format == OutputFormat.WIDE ? OptionalInt.empty() : columns;
    }

    <T> List<Column<T>> columns(TableLayout<T> listing) {
        return listing.columns().stream()
                .filter(column -> format == OutputFormat.WIDE || !column.onlyWide())
                .toList();
    }
}
