package dev.butlerlabs.core.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Formats rows as a table: each column as wide as its widest cell plus two spaces, the last one unpadded. If the table is wider than
 * the terminal, the cells of its widest columns are cut, those of the first column last.
 */
final class TextTable {
    private static final String GAP = "  ";
    private static final int NARROWEST = 8;

    private TextTable() {}

    static <T> List<String> lines(
            List<Column<T>> columns, List<T> rows, boolean withHeader, TerminalColors ink, OptionalInt terminal) {
        List<List<String>> cells = cells(columns, rows, withHeader);
        int[] widths = fitted(widths(cells, new int[columns.size()]), terminal);
        List<String> lines =
                cells.stream().map(row -> line(row, widths, terminal)).collect(Collectors.toCollection(ArrayList::new));
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
                    .map(column -> AnsiText.plain(column.cell().apply(row)))
                    .toList());
        }
        return cells;
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

    /** Returns widths with which the table fits the terminal, as far as every column keeps a few characters. */
    static int[] fitted(int[] widths, OptionalInt terminal) {
        int[] fitted = widths.clone();
        int excess =
                IntStream.of(widths).sum() + GAP.length() * (widths.length - 1) - terminal.orElse(Integer.MAX_VALUE);
        for (int first = 1; first >= 0; first--) {
            for (; excess > 0; excess--) {
                int widest = widest(fitted, first);
                if (widest < 0) {
                    break;
                }
                fitted[widest]--;
            }
        }
        return fitted;
    }

    /** Returns the widest column that may become narrower; -1 if there is none. */
    private static int widest(int[] widths, int first) {
        int widest = -1;
        for (int i = first; i < widths.length; i++) {
            if (widths[i] > NARROWEST && (widest < 0 || widths[i] > widths[widest])) {
                widest = i;
            }
        }
        return widest;
    }

    static String line(List<String> row, int[] widths, OptionalInt terminal) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            String cell = AnsiText.cut(row.get(i), widths[i]);
            line.append(cell);
            if (i < row.size() - 1) {
                line.repeat(' ', widths[i] - DisplayWidth.of(cell)).append(GAP);
            }
        }
        return AnsiText.cut(line.toString().stripTrailing(), terminal.orElse(Integer.MAX_VALUE));
    }
}
