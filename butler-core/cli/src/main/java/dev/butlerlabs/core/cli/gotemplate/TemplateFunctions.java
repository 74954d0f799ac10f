package dev.butlerlabs.core.cli.gotemplate;

import dev.butlerlabs.core.cli.output.GoValueText;
import dev.butlerlabs.core.cli.output.TemplateException;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The functions of Go templates. {@code and} and {@code or} evaluate only the arguments they need and are elsewhere. */
final class TemplateFunctions {
    static final List<String> NAMES = List.of(
            "and",
            "or",
            "not",
            "len",
            "index",
            "slice",
            "print",
            "printf",
            "println",
            "eq",
            "ne",
            "lt",
            "le",
            "gt",
            "ge",
            "html",
            "urlquery",
            "exists",
            "base64decode");

    private TemplateFunctions() {}

    /** @throws TemplateException if the arguments do not fit */
    static Object call(String name, List<Object> arguments) {
        return switch (name) {
            case "not" -> !isTrue(one(name, arguments));
            case "len" -> length(one(name, arguments));
            case "index" -> index(arguments);
            case "exists" -> exists(arguments);
            case "slice" -> slice(arguments);
            case "print" -> print(arguments);
            case "println" ->
                String.join(" ", arguments.stream().map(GoValueText::of).toList()) + "\n";
            case "printf" -> printf(arguments);
            case "eq" -> equal(arguments);
            case "ne" -> !equal(two(name, arguments));
            case "lt" -> compare(two(name, arguments)) < 0;
            case "le" -> compare(two(name, arguments)) <= 0;
            case "gt" -> compare(two(name, arguments)) > 0;
            case "ge" -> compare(two(name, arguments)) >= 0;
            case "html" ->
                print(arguments)
                        .replace("&", "&amp;")
                        .replace("<", "&lt;")
                        .replace(">", "&gt;")
                        .replace("\"", "&#34;")
                        .replace("'", "&#39;");
            case "urlquery" -> URLEncoder.encode(print(arguments), StandardCharsets.UTF_8);
            case "base64decode" -> decode(one(name, arguments));
            default -> throw new TemplateException("unknown function \"%s\"".formatted(name));
        };
    }

    /** Empty texts, lists and objects, zero, false and missing values are false. */
    static boolean isTrue(Object value) {
        return switch (value) {
            case null -> false;
            case Boolean truth -> truth;
            case String text -> !text.isEmpty();
            case Number number -> new BigDecimal(number.toString()).signum() != 0;
            case Collection<?> list -> !list.isEmpty();
            case Map<?, ?> map -> !map.isEmpty();
            default -> true;
        };
    }

    private static Object one(String name, List<Object> arguments) {
        if (arguments.size() != 1) {
            throw new TemplateException("%s needs 1 argument, got %d".formatted(name, arguments.size()));
        }
        return arguments.getFirst();
    }

    private static List<Object> two(String name, List<Object> arguments) {
        if (arguments.size() != 2) {
            throw new TemplateException("%s needs 2 arguments, got %d".formatted(name, arguments.size()));
        }
        return arguments;
    }

    private static long length(Object value) {
        return switch (value) {
            case String text -> text.getBytes(StandardCharsets.UTF_8).length;
            case Collection<?> list -> list.size();
            case Map<?, ?> map -> map.size();
            case null, default -> throw new TemplateException("%s has no length".formatted(GoValueText.of(value)));
        };
    }

    private static Object index(List<Object> arguments) {
        if (arguments.isEmpty()) {
            throw new TemplateException("index needs a value");
        }
        Object value = arguments.getFirst();
        for (Object key : arguments.subList(1, arguments.size())) {
            value = switch (value) {
                case List<?> list -> list.get(position(key, list.size() - 1));
                case Map<?, ?> map -> map.get(text(key));
                case String text ->
                    Byte.toUnsignedLong(text.getBytes(StandardCharsets.UTF_8)[
                            position(key, text.getBytes(StandardCharsets.UTF_8).length - 1)]);
                case null -> throw new TemplateException("index %s of a missing value".formatted(GoValueText.of(key)));
                default ->
                    throw new TemplateException("%s has no elements".formatted(GoValueText.of(arguments.getFirst())));
            };
        }
        return value;
    }

    private static boolean exists(List<Object> arguments) {
        try {
            return index(arguments) != null;
        } catch (TemplateException e) {
            return false;
        }
    }

    private static int position(Object key, int last) {
        if (!(key instanceof Long || key instanceof Integer)) {
            throw new TemplateException("%s is not an index of a list".formatted(GoValueText.of(key)));
        }
        long position = ((Number) key).longValue();
        if (position < 0 || position > last) {
            throw new TemplateException(
                    "index %d is out of range of a list with %d elements".formatted(position, last + 1));
        }
        return (int) position;
    }

    private static String text(Object key) {
        if (key instanceof String text) {
            return text;
        }
        throw new TemplateException("%s is not a key of an object".formatted(GoValueText.of(key)));
    }

    private static Object slice(List<Object> arguments) {
        if (arguments.isEmpty() || arguments.size() > 3) {
            throw new TemplateException("slice needs a value and up to 2 indexes");
        }
        Object value = arguments.getFirst();
        int length = (int) length(value);
        int start = arguments.size() > 1 ? position(arguments.get(1), length) : 0;
        int end = arguments.size() > 2 ? position(arguments.get(2), length) : length;
        if (start > end) {
            throw new TemplateException("start %d of slice is after its end %d".formatted(start, end));
        }
        return switch (value) {
            case String text ->
                new String(text.getBytes(StandardCharsets.UTF_8), start, end - start, StandardCharsets.UTF_8);
            case List<?> list -> List.copyOf(list.subList(start, end));
            default -> throw new TemplateException("%s cannot be sliced".formatted(GoValueText.of(value)));
        };
    }

    /** Adds a space between two values unless one is a text. */
    private static String print(List<Object> arguments) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < arguments.size(); i++) {
            if (i > 0 && !(arguments.get(i) instanceof String) && !(arguments.get(i - 1) instanceof String)) {
                text.append(' ');
            }
            text.append(GoValueText.of(arguments.get(i)));
        }
        return text.toString();
    }

    private static String printf(List<Object> arguments) {
        if (arguments.isEmpty() || !(arguments.getFirst() instanceof String format)) {
            throw new TemplateException("printf needs a format as its first argument");
        }
        return PrintfText.of(format, arguments.subList(1, arguments.size()));
    }

    /** Returns whether the first argument equals any of the others. */
    private static boolean equal(List<Object> arguments) {
        if (arguments.size() < 2) {
            throw new TemplateException("eq needs 2 or more arguments, got %d".formatted(arguments.size()));
        }
        Object first = arguments.getFirst();
        return arguments.subList(1, arguments.size()).stream().anyMatch(other -> equal(first, other));
    }

    private static boolean equal(Object left, Object right) {
        if (left instanceof Number && right instanceof Number) {
            return compare(List.of(left, right)) == 0;
        }
        if (left == null || right == null || left.getClass() == right.getClass()) {
            return Objects.equals(left, right);
        }
        throw incomparable(left, right);
    }

    private static int compare(List<Object> pair) {
        Object left = pair.getFirst();
        Object right = pair.getLast();
        if (left instanceof String text && right instanceof String other) {
            return text.compareTo(other);
        }
        if (left instanceof Number && right instanceof Number) {
            return new BigDecimal(left.toString()).compareTo(new BigDecimal(right.toString()));
        }
        throw incomparable(left, right);
    }

    private static TemplateException incomparable(Object left, Object right) {
        return new TemplateException(
                "%s and %s cannot be compared".formatted(GoValueText.of(left), GoValueText.of(right)));
    }

    private static String decode(Object value) {
        try {
            return new String(Base64.getDecoder().decode(text(value)), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new TemplateException("base64decode: the value is not base64");
        }
    }
}
