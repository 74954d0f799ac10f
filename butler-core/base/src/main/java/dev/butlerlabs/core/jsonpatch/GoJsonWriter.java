package dev.butlerlabs.core.jsonpatch;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.TreeMap;

/** Writes JSON exactly as a Kubernetes API server does: sorted keys, no whitespace, HTML characters escaped. */
public final class GoJsonWriter {
    private GoJsonWriter() {}

    public static String write(JsonNode value) {
        StringBuilder text = new StringBuilder();
        write(value, text);
        return text.toString();
    }

    private static void write(JsonNode value, StringBuilder text) {
        switch (value.getNodeType()) {
            case OBJECT -> writeObject(value, text);
            case ARRAY -> writeArray(value, text);
            case STRING -> writeString(value.textValue(), text);
            case NUMBER -> text.append(number(value));
            case BOOLEAN -> text.append(value.booleanValue());
            case NULL, MISSING, BINARY, POJO -> text.append("null");
        }
    }

    private static void writeObject(JsonNode object, StringBuilder text) {
        TreeMap<String, JsonNode> sorted = new TreeMap<>();
        object.properties().forEach(property -> sorted.put(property.getKey(), property.getValue()));
        char separator = '{';
        for (var property : sorted.entrySet()) {
            text.append(separator);
            writeString(property.getKey(), text);
            text.append(':');
            write(property.getValue(), text);
            separator = ',';
        }
        text.append(sorted.isEmpty() ? "{}" : "}");
    }

    private static void writeArray(JsonNode array, StringBuilder text) {
        char separator = '[';
        for (JsonNode item : array) {
            text.append(separator);
            write(item, text);
            separator = ',';
        }
        text.append(array.isEmpty() ? "[]" : "]");
    }

    private static void writeString(String value, StringBuilder text) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            writeCharacter(value.charAt(i), text);
        }
        text.append('"');
    }

    private static void writeCharacter(char character, StringBuilder text) {
        switch (character) {
            case '"' -> text.append("\\\"");
            case '\\' -> text.append("\\\\");
            case '\n' -> text.append("\\n");
            case '\r' -> text.append("\\r");
            case '\t' -> text.append("\\t");
            case '<', '>', '&', '\u2028', '\u2029' -> text.append("\\u%04x".formatted((int) character));
            default -> {
                if (character < ' ') {
                    text.append("\\u%04x".formatted((int) character));
                } else {
                    text.append(character);
                }
            }
        }
    }

    private static String number(JsonNode number) {
        if (number.isIntegralNumber()) {
            return number.asText();
        }
        double size = Math.abs(number.doubleValue());
        boolean exponent = size != 0 && (size < 1e-6 || size >= 1e21);
        return decimal(number.doubleValue(), exponent);
    }

    private static String decimal(double number, boolean exponent) {
        BigDecimal shortest = BigDecimal.valueOf(number).stripTrailingZeros();
        return exponent
                ? new BigDecimal(shortest.unscaledValue(), shortest.precision() - 1) + exponent(shortest)
                : shortest.toPlainString();
    }

    private static String exponent(BigDecimal number) {
        int exponent = number.precision() - number.scale() - 1;
        return "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
    }

    /** Returns a scalar as part of a path element. The API server pads exponents to two digits there. */
    public static String writeElement(JsonNode scalar) {
        return scalar.isFloatingPointNumber() ? padded(write(scalar)) : write(scalar);
    }

    /** Returns a scalar as part of a message. The API server switches to exponents for smaller numbers there. */
    public static String show(JsonNode scalar) {
        if (scalar.isTextual()) {
            return quote(scalar.textValue());
        }
        double size = Math.abs(scalar.doubleValue());
        return scalar.isFloatingPointNumber() && size != 0 && size < 1e-4
                ? padded(decimal(scalar.doubleValue(), true))
                : writeElement(scalar);
    }

    private static String padded(String number) {
        return number.replaceFirst("e([+-])(\\d)$", "e$10$2");
    }

    /** Returns the text in quotation marks, as in messages of the API server. */
    public static String quote(String value) {
        StringBuilder text = new StringBuilder("\"");
        value.codePoints().forEach(point -> text.append(escaped(point)));
        return text.append('"').toString();
    }

    private static String escaped(int point) {
        return switch (point) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> Character.isISOControl(point) ? "\\x%02x".formatted(point) : Character.toString(point);
        };
    }
}
