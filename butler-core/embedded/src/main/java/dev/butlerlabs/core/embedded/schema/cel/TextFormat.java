package dev.butlerlabs.core.embedded.schema.cel;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.TypeType;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Implements {@code 'text with %s and %d'.format([…])}. */
final class TextFormat {
    private static final int DEFAULT_PRECISION = 6;

    private final String template;
    private final List<?> arguments;
    private final StringBuilder result = new StringBuilder();
    private int position;
    private int used;

    private TextFormat(String template, List<?> arguments) {
        this.template = template;
        this.arguments = arguments;
    }

    static String format(String template, List<?> arguments) {
        return new TextFormat(template, arguments).format();
    }

    private String format() {
        while (position < template.length()) {
            char here = template.charAt(position++);
            if (here != '%') {
                result.append(here);
            } else if (position < template.length() && template.charAt(position) == '%') {
                position++;
                result.append('%');
            } else {
                clause();
            }
        }
        return result.toString();
    }

    private void clause() {
        int precision = precision();
        if (position >= template.length()) {
            throw new IllegalArgumentException("unexpected end of string");
        }
        char verb = template.charAt(position++);
        if (used >= arguments.size()) {
            throw new IllegalArgumentException("index " + used + " out of range");
        }
        Object argument = arguments.get(used++);
        result.append(
                switch (verb) {
                    case 's' -> text(argument);
                    case 'd' -> whole(argument);
                    case 'f' -> fixed(argument, precision);
                    case 'e' -> scientific(argument, precision);
                    case 'b' ->
                        argument instanceof Boolean truth ? (truth ? "1" : "0") : Long.toString(number(argument), 2);
                    case 'o' -> Long.toString(number(argument), 8);
                    case 'x' -> hexadecimal(argument);
                    case 'X' -> hexadecimal(argument).toUpperCase(Locale.ROOT);
                    default ->
                        throw new IllegalArgumentException(
                                "could not parse formatting clause: unrecognized formatting clause \"" + verb + "\"");
                });
    }

    private int precision() {
        if (position >= template.length() || template.charAt(position) != '.') {
            return DEFAULT_PRECISION;
        }
        int start = ++position;
        while (position < template.length() && Character.isDigit(template.charAt(position))) {
            position++;
        }
        return start == position ? 0 : Integer.parseInt(template.substring(start, position));
    }

    static String text(Object value) {
        return switch (value) {
            case String text -> text;
            case NullValue nothing -> "null";
            case CelByteString bytes -> new String(bytes.toByteArray(), StandardCharsets.UTF_8);
            case Double real ->
                real == Math.rint(real) && Math.abs(real) < 1e15 ? Long.toString(real.longValue()) : real.toString();
            case Instant moment -> moment.toString();
            case Duration span ->
                new BigDecimal(span.toNanos())
                                .movePointLeft(9)
                                .stripTrailingZeros()
                                .toPlainString() + "s";
            case List<?> list -> list.stream().map(TextFormat::nested).collect(Collectors.joining(", ", "[", "]"));
            case Map<?, ?> map -> entries(map);
            case TypeType type -> type.type().name();
            default -> value.toString();
        };
    }

    /** Formats a value inside a list or map: strings are quoted, numbers have a fixed number of digits. */
    private static String nested(Object value) {
        return switch (value) {
            case String text -> '"' + text + '"';
            case Double real -> fixed(real, DEFAULT_PRECISION);
            default -> text(value);
        };
    }

    private static String entries(Map<?, ?> map) {
        TreeMap<String, String> sorted = new TreeMap<>();
        map.forEach((key, value) -> sorted.put(nested(key), nested(value)));
        return sorted.entrySet().stream()
                .map(entry -> entry.getKey() + ":" + entry.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String whole(Object value) {
        if (value instanceof Double real && (real.isNaN() || real.isInfinite())) {
            return real.isNaN() ? "NaN" : (real > 0 ? "Infinity" : "-Infinity");
        }
        return Long.toString(number(value));
    }

    private static long number(Object value) {
        return switch (value) {
            case Long number -> number;
            case UnsignedLong number -> number.longValue();
            default ->
                throw new IllegalArgumentException(
                        "integer clause can only be used on integers, was given " + typeName(value));
        };
    }

    private static String typeName(Object value) {
        return switch (value) {
            case String text -> "string";
            case Double real -> "double";
            case Boolean truth -> "bool";
            case List<?> list -> "list";
            case Map<?, ?> map -> "map";
            default -> value.getClass().getSimpleName();
        };
    }

    private static double real(Object value) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw new IllegalArgumentException(
                "fixed-point clause can only be used on doubles, was given " + typeName(value));
    }

    private static String fixed(Object value, int precision) {
        return new BigDecimal(real(value))
                .setScale(precision, RoundingMode.HALF_EVEN)
                .toPlainString();
    }

    private static String scientific(Object value, int precision) {
        return ("%." + precision + "e").formatted(real(value));
    }

    private static String hexadecimal(Object value) {
        return switch (value) {
            case String text -> HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
            case CelByteString bytes -> HexFormat.of().formatHex(bytes.toByteArray());
            default -> Long.toString(number(value), 16);
        };
    }
}
