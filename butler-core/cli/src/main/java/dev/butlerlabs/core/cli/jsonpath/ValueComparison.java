package dev.butlerlabs.core.cli.jsonpath;

import dev.butlerlabs.core.cli.output.TemplateException;
import java.math.BigDecimal;
import java.util.Set;

/** Compares two values of a document. */
final class ValueComparison {
    static final Set<String> OPERATORS = Set.of("==", "!=", "<", "<=", ">", ">=");

    private ValueComparison() {}

    /** @throws TemplateException if the values cannot be compared */
    static boolean test(Object left, String operator, Object right) {
        if (left instanceof Boolean && right instanceof Boolean) {
            return switch (operator) {
                case "==" -> left.equals(right);
                case "!=" -> !left.equals(right);
                default -> throw new TemplateException("booleans have no order for " + operator);
            };
        }
        int order = compare(left, right);
        return switch (operator) {
            case "==" -> order == 0;
            case "!=" -> order != 0;
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            default -> order >= 0;
        };
    }

    private static int compare(Object left, Object right) {
        if (left instanceof String text && right instanceof String other) {
            return text.compareTo(other);
        }
        if (left instanceof Number number && right instanceof Number other) {
            return new BigDecimal(number.toString()).compareTo(new BigDecimal(other.toString()));
        }
        throw new TemplateException("%s and %s cannot be compared".formatted(quoted(left), quoted(right)));
    }

    private static String quoted(Object value) {
        return value instanceof String ? "\"" + value + "\"" : String.valueOf(value);
    }
}
