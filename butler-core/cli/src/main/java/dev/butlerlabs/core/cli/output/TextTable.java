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
        List<String> lines = padded(cells);
        if (withHeader) {
            lines.set(0, ink.bold(lines.getFirst()));
        }
        return lines;
    }

    private static List<String> padded(List<List<String>> cells) {
        int[] widths = widths(cells);
        return cells.stream().map(row -> line(row, widths)).collect(Collectors.toCollection(ArrayList::new));
    }

    private static int[] widths(List<List<String>> cells) {
        int[] widths = new int[cells.isEmpty() ? 0 : cells.getFirst().size()];
        for (List<String> row : cells) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], DisplayWidth.of(row.get(i)));
            }
        }
        return widths;
    }

    private static String line(List<String> row, int[] widths) {
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
    private static String oneLine(String cell) {
        StringBuilder clean = new StringBuilder(cell.length());
        cell.codePoints()
                .map(point -> Character.isISOControl(point) || point == '\u2028' || point == '\u2029' ? ' ' : point)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }
}
