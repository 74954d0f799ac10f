package dev.butlerlabs.core.cli.output;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * How rows of one type are shown in every format.
 *
 * @param columns the table
 * @param name the word printed by {@code -o name}
 * @param document the tree printed by {@code -o json} and {@code -o yaml}
 * @param order the order of rows, the same in every format
 * @param header what a list's own document carries besides its items
 */
public record Listing<T>(
        List<Column<T>> columns,
        Function<T, String> name,
        Function<T, Map<String, Object>> document,
        Comparator<T> order,
        Map<String, Object> header) {
    public Listing {
        columns = List.copyOf(columns);
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(document, "document");
        Objects.requireNonNull(order, "order");
        header = new LinkedHashMap<>(header);
    }

    /** For rows that are no Kubernetes objects, ordered by name. */
    public static <T> Listing<T> of(
            List<Column<T>> columns, Function<T, String> name, Function<T, Map<String, Object>> document) {
        return new Listing<>(columns, name, document, Comparator.comparing(name), Map.of());
    }

    Map<String, Object> list(List<T> rows) {
        Map<String, Object> list = new LinkedHashMap<>(header);
        list.put("items", rows.stream().map(document).toList());
        return list;
    }
}
