package dev.butlerlabs.core.embedded.schema.cel;

import static dev.butlerlabs.core.embedded.schema.cel.FunctionTable.BOOL;
import static dev.butlerlabs.core.embedded.schema.cel.FunctionTable.INT;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.TypeParamType;
import java.time.Duration;
import java.util.List;
import java.util.function.IntPredicate;

/** CEL functions for lists: sorting, minimum, maximum, sum and index. */
final class ListFunctions {
    private static final CelType ELEMENT = TypeParamType.create("T");
    private static final CelType LIST = ListType.create(ELEMENT);

    private ListFunctions() {}

    static void addTo(FunctionTable table) {
        table.member("isSorted", "list_is_sorted", BOOL, List.of(LIST), arguments -> isSorted((List<?>) arguments[0]));
        table.member("sum", "list_sum", ELEMENT, List.of(LIST), arguments -> sum((List<?>) arguments[0]));
        table.member(
                "min",
                "list_min",
                ELEMENT,
                List.of(LIST),
                arguments -> extreme((List<?>) arguments[0], "min", order -> order < 0));
        table.member(
                "max",
                "list_max",
                ELEMENT,
                List.of(LIST),
                arguments -> extreme((List<?>) arguments[0], "max", order -> order > 0));
        table.member("indexOf", "list_index_of", INT, List.of(LIST, ELEMENT), arguments ->
                (long) ((List<?>) arguments[0]).indexOf(arguments[1]));
        table.member("lastIndexOf", "list_last_index_of", INT, List.of(LIST, ELEMENT), arguments ->
                (long) ((List<?>) arguments[0]).lastIndexOf(arguments[1]));
    }

    private static boolean isSorted(List<?> list) {
        for (int place = 1; place < list.size(); place++) {
            if (compare(list.get(place - 1), list.get(place)) > 0) {
                return false;
            }
        }
        return true;
    }

    private static Object extreme(List<?> list, String name, IntPredicate better) {
        if (list.isEmpty()) {
            throw new IllegalArgumentException(name + " called on empty list");
        }
        Object best = list.getFirst();
        for (Object element : list) {
            best = better.test(compare(element, best)) ? element : best;
        }
        return best;
    }

    private static Object sum(List<?> list) {
        Object total = list.isEmpty() ? (Object) 0L : null;
        for (Object element : list) {
            total = total == null ? element : add(total, element);
        }
        return total;
    }

    private static Object add(Object left, Object right) {
        return switch (left) {
            case Long number when right instanceof Long other -> Math.addExact(number, other);
            case Double number when right instanceof Double other -> number + other;
            case Duration span when right instanceof Duration other -> span.plus(other);
            default -> throw new IllegalArgumentException("no such overload");
        };
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object left, Object right) {
        if (left instanceof Number first && right instanceof Number second && left.getClass() != right.getClass()) {
            return Double.compare(first.doubleValue(), second.doubleValue());
        }
        if (left instanceof Comparable<?> first && left.getClass() == right.getClass()) {
            return ((Comparable<Object>) first).compareTo(right);
        }
        throw new IllegalArgumentException("no such overload");
    }
}
