package dev.butlerlabs.core.cli.output;

import java.util.Objects;
import java.util.function.Function;

/**
 * A column of a table.
 *
 * @param header printed in upper case
 * @param onlyWide shown with {@code -o wide} alone
 * @param cell the text of a row's cell
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
