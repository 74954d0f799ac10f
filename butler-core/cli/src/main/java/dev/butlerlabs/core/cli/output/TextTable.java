package dev.butlerlabs.core.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Formats rows as a table: each column as wide as its widest cell plus two spaces, the last one unpadded. */
final class TextTable {
    private static final String GAP = "  ";

    private TextTable() {}

    static <T> List<String> lines(List<Column<T>> columns, List<T> rows, boolean withHeader, TerminalColors ink) {
        List<String> lines = padded(cells(columns, rows, withHeader));
        if (withHeader) {
            lines.set(0, ink.bold(lines.getFirst()));
        }
        return lines;
    }

    /** Returns the texts of the cells, with the header as the first row if requested. */
    static <T> List<List<String>> cells(List<Column<T>> columns, List<T> rows, boolean withHeader) {
        List<List<String>> cells = new ArrayList<>();
        if (withHeader) {
            cells.add(columns.stream()
                    .map(column -> column.header().toUpperCase(Locale.ROOT))
                    .toList());
        }
        for (T row : rows) {
            cells.add(columns.stream()
                    .map(column -> oneLine(column.cell().apply(row)))
                    .toList());
        }
        return cells;
    }

    private static List<String> padded(List<List<String>> cells) {
        int[] widths =
                widths(cells, new int[cells.isEmpty() ? 0 : cells.getFirst().size()]);
        return cells.stream().map(row -> line(row, widths)).collect(Collectors.toCollection(ArrayList::new));
    }

    /** Returns the widths of the columns, at least those of earlier rows. */
    static int[] widths(List<List<String>> cells, int[] earlier) {
        int[] widths = earlier.clone();
        for (List<String> row : cells) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], DisplayWidth.of(row.get(i)));
            }
        }
        return widths;
    }

    static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            String cell = row.get(i);
            line.append(cell);
            if (i < row.size() - 1) {
                line.repeat(' ', widths[i] - DisplayWidth.of(cell)).append(GAP);
            }
        }
        return line.toString().stripTrailing();
    }

    /** Removes line breaks and control characters, so that stored values cannot affect the terminal. */
    static String oneLine(String cell) {
        StringBuilder clean = new StringBuilder(cell.length());
        cell.codePoints()
                .map(point -> Character.isISOControl(point) || point == '\u2028' || point == '\u2029' ? ' ' : point)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }
}
