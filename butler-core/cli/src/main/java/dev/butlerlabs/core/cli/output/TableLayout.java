package dev.butlerlabs.core.cli.output;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * Defines how rows of one type are printed in every format.
 *
 * @param columns columns of the table
 * @param name text for {@code -o name}
 * @param document tree for {@code -o json} and {@code -o yaml}
 * @param order order of rows in every format
 * @param header additional fields of the list document
 */
public record TableLayout<T>(
        List<Column<T>> columns,
        Function<T, String> name,
        Function<T, Map<String, Object>> document,
        Comparator<T> order,
        Map<String, Object> header) {
    public TableLayout {
        columns = List.copyOf(columns);
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(document, "document");
        Objects.requireNonNull(order, "order");
        header = new LinkedHashMap<>(header);
    }

    /** Returns a listing for rows that are not Kubernetes objects, ordered by name. */
    public static <T> TableLayout<T> of(
            List<Column<T>> columns, Function<T, String> name, Function<T, Map<String, Object>> document) {
        return new TableLayout<>(columns, name, document, Comparator.comparing(name), Map.of());
    }

    /** Returns the same listing with other columns. */
    public TableLayout<T> withColumns(List<Column<T>> others) {
        return new TableLayout<>(others, name, document, order, header);
    }

    /** Returns the same listing in another order. */
    public TableLayout<T> withOrder(Comparator<T> other) {
        return new TableLayout<>(columns, name, document, other, header);
    }

    /** Returns a listing of objects from which the rows are computed. */
    public <S> TableLayout<S> over(Function<S, T> row) {
        return new TableLayout<>(
                columns.stream()
                        .map(column -> new Column<S>(
                                column.header(),
                                column.onlyWide(),
                                object -> column.cell().apply(row.apply(object))))
                        .toList(),
                object -> name.apply(row.apply(object)),
                object -> document.apply(row.apply(object)),
                Comparator.comparing(row, order),
                header);
    }

    /** Returns the same listing with the documents and names of another one. */
    public TableLayout<T> documentedBy(TableLayout<T> other) {
        return new TableLayout<>(columns, other.name, other.document, order, other.header);
    }

    Map<String, Object> list(List<T> rows) {
        Map<String, Object> list = new LinkedHashMap<>(header);
        list.put("items", rows.stream().map(document).toList());
        return list;
    }
}
