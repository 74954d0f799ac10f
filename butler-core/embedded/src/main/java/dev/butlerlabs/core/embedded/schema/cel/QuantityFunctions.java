package dev.butlerlabs.core.embedded.schema.cel;

import static dev.butlerlabs.core.embedded.schema.cel.FunctionTable.BOOL;
import static dev.butlerlabs.core.embedded.schema.cel.FunctionTable.DOUBLE;
import static dev.butlerlabs.core.embedded.schema.cel.FunctionTable.INT;
import static dev.butlerlabs.core.embedded.schema.cel.FunctionTable.STRING;
import static dev.butlerlabs.core.embedded.schema.cel.KubernetesTypes.QUANTITY;

import java.math.BigDecimal;
import java.util.List;

/** CEL functions for resource quantities. */
final class QuantityFunctions {
    private QuantityFunctions() {}

    static void addTo(FunctionTable table) {
        table.global(
                "isQuantity",
                "is_quantity_string",
                BOOL,
                List.of(STRING),
                arguments -> Quantity.parse((String) arguments[0]).isPresent());
        table.global(
                "quantity",
                "string_to_quantity",
                QUANTITY,
                List.of(STRING),
                arguments -> Quantity.parse((String) arguments[0])
                        .orElseThrow(
                                () -> new IllegalArgumentException(
                                        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'")));
        table.global("sign", "quantity_sign", INT, List.of(QUANTITY), arguments ->
                (long) amount(arguments[0]).signum());
        table.member(
                "isInteger",
                "quantity_is_integer",
                BOOL,
                List.of(QUANTITY),
                arguments -> quantity(arguments[0]).isInteger());
        table.member(
                "asInteger", "quantity_as_integer", INT, List.of(QUANTITY), arguments -> whole(quantity(arguments[0])));
        table.member(
                "asApproximateFloat",
                "quantity_as_float",
                DOUBLE,
                List.of(QUANTITY),
                arguments -> amount(arguments[0]).doubleValue());
        table.member(
                "isGreaterThan",
                "quantity_is_greater_than",
                BOOL,
                List.of(QUANTITY, QUANTITY),
                arguments -> compare(arguments) > 0);
        table.member(
                "isLessThan",
                "quantity_is_less_than",
                BOOL,
                List.of(QUANTITY, QUANTITY),
                arguments -> compare(arguments) < 0);
        table.member("compareTo", "quantity_compare_to", INT, List.of(QUANTITY, QUANTITY), arguments ->
                (long) Integer.signum(compare(arguments)));
        table.member(
                "add",
                "quantity_add",
                QUANTITY,
                List.of(QUANTITY, QUANTITY),
                arguments -> new Quantity(amount(arguments[0]).add(amount(arguments[1]))));
        table.member(
                "add",
                "quantity_add_int",
                QUANTITY,
                List.of(QUANTITY, INT),
                arguments -> new Quantity(amount(arguments[0]).add(BigDecimal.valueOf((Long) arguments[1]))));
        table.member(
                "sub",
                "quantity_sub",
                QUANTITY,
                List.of(QUANTITY, QUANTITY),
                arguments -> new Quantity(amount(arguments[0]).subtract(amount(arguments[1]))));
        table.member(
                "sub",
                "quantity_sub_int",
                QUANTITY,
                List.of(QUANTITY, INT),
                arguments -> new Quantity(amount(arguments[0]).subtract(BigDecimal.valueOf((Long) arguments[1]))));
    }

    private static long whole(Quantity quantity) {
        if (!quantity.isInteger()) {
            throw new IllegalArgumentException("cannot convert value to integer");
        }
        return quantity.amount().longValueExact();
    }

    private static int compare(Object[] arguments) {
        return quantity(arguments[0]).compareTo(quantity(arguments[1]));
    }

    private static BigDecimal amount(Object value) {
        return quantity(value).amount();
    }

    private static Quantity quantity(Object value) {
        return (Quantity) value;
    }
}
