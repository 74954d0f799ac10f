package dev.butlerlabs.core.cli;

/**
 * The size of a terminal in characters.
 *
 * @param columns at least 1
 * @param rows at least 1
 */
public record TerminalSize(int columns, int rows) {
    /** The size to assume if it is unknown. */
    public static final TerminalSize STANDARD = new TerminalSize(80, 24);

    public TerminalSize {
        if (columns < 1 || rows < 1) {
            throw new IllegalArgumentException("not a terminal size: %d columns, %d rows".formatted(columns, rows));
        }
    }
}
