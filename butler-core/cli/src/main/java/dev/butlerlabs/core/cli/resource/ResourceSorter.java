package dev.butlerlabs.core.cli.resource;

import dev.butlerlabs.core.cli.jsonpath.JsonPathTemplate;
import dev.butlerlabs.core.cli.output.GoValueText;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.cli.output.TemplateException;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/** Sorts rows by a field of their documents, as {@code kubectl --sort-by} does: rows without it come first. */
final class ResourceSorter {
    private ResourceSorter() {}

    /**
     * Returns the listing with the rows in the order of a field.
     *
     * @throws ButlerException if no row has the field, or if it cannot be evaluated
     */
    static <T> TableLayout<T> sorted(TableLayout<T> layout, List<T> rows, JsonPathTemplate field) {
        IdentityHashMap<T, Optional<Object>> values = new IdentityHashMap<>();
        for (T row : rows) {
            values.put(row, value(layout.document().apply(row), field));
        }
        if (!rows.isEmpty() && values.values().stream().allMatch(Optional::isEmpty)) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "invalid value for --sort-by: none of the listed objects has the field %s."
                            .formatted(field.toString().replaceAll("^\\{|}$", "")),
                    "Specify a field such as .metadata.name. Print the objects with -o json to see their fields.");
        }
        return layout.withOrder(
                Comparator.comparing((T row) -> values.getOrDefault(row, Optional.empty()), ResourceSorter::compare)
                        .thenComparing(layout.order()));
    }

    private static Optional<Object> value(Object document, JsonPathTemplate field) {
        try {
            return field.select(document).stream().findFirst();
        } catch (TemplateException e) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Cannot evaluate --sort-by: %s.".formatted(e.getMessage()),
                    "Print the objects with -o json to see their fields.");
        }
    }

    static int compare(Optional<Object> left, Optional<Object> right) {
        if (left.isEmpty() || right.isEmpty()) {
            return Boolean.compare(left.isPresent(), right.isPresent());
        }
        if (left.get() instanceof Number && right.get() instanceof Number) {
            return number(left.get()).compareTo(number(right.get()));
        }
        String first = GoValueText.of(left.get());
        String second = GoValueText.of(right.get());
        Optional<BigDecimal> amount = quantity(first);
        Optional<BigDecimal> other = quantity(second);
        return amount.isPresent() && other.isPresent() ? amount.get().compareTo(other.get()) : first.compareTo(second);
    }

    private static BigDecimal number(Object value) {
        return new BigDecimal(value.toString());
    }

    private static Optional<BigDecimal> quantity(String text) {
        if (!text.matches("[+-]?[0-9.]+([eE][+-]?[0-9]+|[numkMGTPE]|[KMGTPE]i)?")) {
            return Optional.empty();
        }
        try {
            return Optional.of(Quantity.parse(text).getNumericalAmount());
        } catch (IllegalArgumentException | ArithmeticException e) {
            return Optional.empty();
        }
    }
}
