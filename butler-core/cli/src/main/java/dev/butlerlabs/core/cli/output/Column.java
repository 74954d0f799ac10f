package dev.butlerlabs.core.cli.output;

import java.util.Objects;
import java.util.function.Function;

/**
 * A table column.
 *
 * @param header printed in upper case
 * @param onlyWide shown only with {@code -o wide}
 * @param cell returns the text of a row's cell
 */
public record Column<T>(String header, boolean onlyWide, Function<T, String> cell) {
    public Column {
        Objects.requireNonNull(header, "header");
        Objects.requireNonNull(cell, "cell");
    }

    public static <T> Column<T> of(String header, Function<T, String> cell) {
        return new Column<>(header, false, cell);
    }

    public static <T> Column<T> wide(String header, Function<T, String> cell) {
        return new Column<>(header, true, cell);
    }
}
