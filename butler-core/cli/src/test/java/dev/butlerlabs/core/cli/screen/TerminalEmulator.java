package dev.butlerlabs.core.cli.screen;

import dev.butlerlabs.core.cli.output.DisplayWidth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * As much of a terminal as the live screen uses: alternate screen, absolute positions, clearing, automatic line breaks and the
 * scroll region. Unknown sequences are an error.
 */
final class TerminalEmulator {
    private static final Pattern SEQUENCE = Pattern.compile("\u001b\\[(\\??)([0-9;]*)([A-Za-z])");

    private String[][] cells;
    private int row;
    private int column;
    private boolean breaksLines = true;
    private boolean isAlternate;
    private int scrollEnd;
    private final List<String> overflows = new ArrayList<>();

    TerminalEmulator(int columns, int rows) {
        resize(columns, rows);
    }

    /** Resizes as a terminal does that keeps what still fits: old content stays where it is. */
    void resize(int columns, int rows) {
        String[][] before = cells;
        cells = new String[rows][columns];
        for (int i = 0; i < rows; i++) {
            Arrays.fill(cells[i], " ");
            if (before != null && i < before.length) {
                System.arraycopy(before[i], 0, cells[i], 0, Math.min(columns, before[i].length));
            }
        }
        scrollEnd = rows;
        row = Math.min(row, rows - 1);
        column = Math.min(column, columns - 1);
    }

    void write(String text) {
        int index = 0;
        Matcher sequence = SEQUENCE.matcher(text);
        while (index < text.length()) {
            if (text.charAt(index) == '\u001b') {
                if (!sequence.find(index) || sequence.start() != index) {
                    throw new AssertionError("unknown sequence in " + text.substring(index));
                }
                control(
                        sequence.group(1).isEmpty(),
                        sequence.group(2),
                        sequence.group(3).charAt(0));
                index = sequence.end();
            } else {
                int point = text.codePointAt(index);
                index += Character.charCount(point);
                put(point);
            }
        }
    }

    private void control(boolean isStandard, String numbers, char command) {
        switch (isStandard ? Character.toString(command) : "?" + numbers + command) {
            case "?1049h" -> isAlternate = true;
            case "?1049l" -> isAlternate = false;
            case "?7h" -> breaksLines = true;
            case "?7l" -> breaksLines = false;
            case "m" -> {}
            case "r" -> {
                scrollEnd = numbers.isEmpty()
                        ? cells.length
                        : Integer.parseInt(numbers.substring(numbers.indexOf(';') + 1));
                row = 0;
                column = 0;
            }
            case "H" -> {
                row = Math.min(cells.length, Integer.parseInt(numbers.substring(0, numbers.indexOf(';')))) - 1;
                column = 0;
            }
            case "K" -> Arrays.fill(cells[row], column, cells[row].length, " ");
            case "J" -> {
                for (String[] line : cells) {
                    Arrays.fill(line, " ");
                }
            }
            default -> throw new AssertionError("unknown sequence " + numbers + command);
        }
    }

    private void put(int point) {
        if (point == '\n') {
            lineFeed();
            return;
        }
        String text = Character.toString(point);
        int width = DisplayWidth.of(text);
        if (column + width > cells[row].length) {
            overflows.add(text);
            if (!breaksLines) {
                return;
            }
            lineFeed();
        }
        if (width > 0) {
            cells[row][column] = text;
            if (width == 2) {
                cells[row][column + 1] = "";
            }
            column += width;
        }
    }

    private void lineFeed() {
        column = 0;
        if (row + 1 == scrollEnd) {
            for (int i = 0; i + 1 < scrollEnd; i++) {
                cells[i] = cells[i + 1];
            }
            cells[scrollEnd - 1] = new String[cells[0].length];
            Arrays.fill(cells[scrollEnd - 1], " ");
        } else if (row + 1 < cells.length) {
            row++;
        }
    }

    List<String> rows() {
        return Arrays.stream(cells)
                .map(line -> String.join("", line).stripTrailing())
                .toList();
    }

    boolean isAlternate() {
        return isAlternate;
    }

    /** Returns the characters that did not fit into their line. */
    List<String> overflows() {
        return List.copyOf(overflows);
    }
}
