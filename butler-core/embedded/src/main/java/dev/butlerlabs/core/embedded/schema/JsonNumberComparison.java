package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/** Compares JSON numbers by value, regardless of the type that the parser chose. */
final class JsonNumberComparison {
    private static final Comparator<JsonNode> BY_VALUE = (left, right) -> {
        if (left.equals(right)) {
            return 0;
        }
        return left.isNumber() && right.isNumber() && left.decimalValue().compareTo(right.decimalValue()) == 0 ? 0 : 1;
    };

    private static final double MAX_EXACT = (1L << 53) - 1;

    private JsonNumberComparison() {}

    /** Deep equality of two JSON values. */
    static boolean same(JsonNode left, JsonNode right) {
        return left.equals(BY_VALUE, right);
    }

    /** Returns whether a number is an integer; a number with a fraction or exponent is one only if a double represents it exactly. */
    static boolean isWhole(JsonNode number) {
        double value = number.doubleValue();
        return number.isIntegralNumber() || (value == Math.rint(value) && Math.abs(value) <= MAX_EXACT);
    }
}
