package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Formats values as Go does, so that messages are equal to those of kube-apiserver. */
final class GoValueFormatter {
    private GoValueFormatter() {}

    /** Formats a value for an error message. */
    static String value(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> quote(value.textValue());
            case OBJECT, ARRAY -> value.toString();
            case NULL, MISSING -> "null";
            case NUMBER -> number(value);
            case BOOLEAN, BINARY, POJO -> value.asText();
        };
    }

    /** Formats a number: integers without a fraction, others in the shortest form. */
    static String number(JsonNode value) {
        return value.isIntegralNumber() ? value.asText() : decimal(value.doubleValue());
    }

    /** Returns the shortest decimal form; very large and very small numbers have an exponent of at least two digits. */
    static String decimal(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        java.math.BigDecimal shortest = new java.math.BigDecimal(Double.toString(value)).stripTrailingZeros();
        int exponent = shortest.precision() - shortest.scale() - 1;
        return exponent < -4 || exponent >= 21 ? scientific(shortest, exponent) : shortest.toPlainString();
    }

    private static String scientific(java.math.BigDecimal value, int exponent) {
        String digits = value.unscaledValue().abs().toString();
        String sign = value.signum() < 0 ? "-" : "";
        String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
        return "%s%s%se%s%02d"
                .formatted(sign, digits.charAt(0), fraction, exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    /** Formats a list in brackets, separated by spaces. */
    static String list(Iterable<JsonNode> values) {
        List<String> words = new ArrayList<>();
        values.forEach(value -> words.add(value.isTextual() ? value.textValue() : value(value)));
        return "[" + String.join(" ", words) + "]";
    }

    static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(point -> quoted.append(escaped(point)));
        return quoted.append('"').toString();
    }

    private static String escaped(int point) {
        return switch (point) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case 0x07 -> "\\a";
            case '\b' -> "\\b";
            case '\f' -> "\\f";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            case 0x0b -> "\\v";
            default -> printable(point) ? Character.toString(point) : hexadecimal(point);
        };
    }

    private static boolean printable(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> point == ' ';
            default -> true;
        };
    }

    private static String hexadecimal(int point) {
        if (point < 0x80) {
            return "\\x%02x".formatted(point);
        }
        return point < 0x10000 ? "\\u%04x".formatted(point) : "\\U%08x".formatted(point);
    }
}
