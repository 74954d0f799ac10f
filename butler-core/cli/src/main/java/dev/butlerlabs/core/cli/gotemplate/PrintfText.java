package dev.butlerlabs.core.cli.gotemplate;

import dev.butlerlabs.core.cli.output.GoNumberText;
import dev.butlerlabs.core.cli.output.GoValueText;
import dev.butlerlabs.core.cli.output.QuotedText;
import dev.butlerlabs.core.cli.output.TemplateException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats texts with {@code printf}: the verbs s, v, d, q, t, f, e, g, x, X and c with flags, width and precision. */
final class PrintfText {
    private static final Pattern VERB = Pattern.compile("%([-+ 0#]*)(\\d+)?(?:\\.(\\d+))?(.)?", Pattern.DOTALL);

    private PrintfText() {}

    /** @throws TemplateException if the arguments do not fit the format */
    static String of(String format, List<Object> arguments) {
        StringBuilder text = new StringBuilder();
        Matcher verb = VERB.matcher(format);
        int used = 0;
        int end = 0;
        while (verb.find(end)) {
            text.append(format, end, verb.start());
            end = verb.end();
            if ("%".equals(verb.group(4))) {
                text.append('%');
                continue;
            }
            if (verb.group(4) == null) {
                throw new TemplateException("printf format ends with an incomplete verb");
            }
            if (used == arguments.size()) {
                throw new TemplateException("printf has no value for %s".formatted(verb.group()));
            }
            text.append(padded(verb, value(verb, arguments.get(used++))));
        }
        if (used < arguments.size()) {
            throw new TemplateException(
                    "printf has %d values, but its format uses %d".formatted(arguments.size(), used));
        }
        return text.append(format.substring(end)).toString();
    }

    private static String value(Matcher verb, Object value) {
        int precision = verb.group(3) == null ? -1 : Integer.parseInt(verb.group(3));
        return switch (verb.group(4)) {
            case "s", "v" -> {
                String text = value == null ? "<nil>" : GoValueText.of(value);
                yield precision >= 0 && precision < text.length() ? text.substring(0, precision) : text;
            }
            case "q" -> QuotedText.quote(GoValueText.of(value));
            case "t" -> {
                require(value instanceof Boolean, verb, value);
                yield value.toString();
            }
            case "d" -> {
                require(value instanceof Number, verb, value);
                yield sign(
                        verb,
                        new BigDecimal(value.toString())
                                .setScale(0, RoundingMode.DOWN)
                                .toPlainString());
            }
            case "f" -> {
                require(value instanceof Number, verb, value);
                yield sign(
                        verb,
                        new BigDecimal(value.toString())
                                .setScale(precision < 0 ? 6 : precision, RoundingMode.HALF_EVEN)
                                .toPlainString());
            }
            case "e" -> {
                require(value instanceof Number, verb, value);
                yield String.format(
                        Locale.ROOT, "%." + (precision < 0 ? 6 : precision) + "e", ((Number) value).doubleValue());
            }
            case "g" -> {
                require(value instanceof Number, verb, value);
                yield GoNumberText.of((Number) value);
            }
            case "x", "X" -> hexadecimal(verb, value);
            case "c" -> {
                require(value instanceof Number, verb, value);
                yield Character.toString(((Number) value).intValue());
            }
            default -> throw new TemplateException("unknown printf verb %s".formatted(verb.group()));
        };
    }

    private static String hexadecimal(Matcher verb, Object value) {
        String digits = value instanceof Number number
                ? Long.toHexString(number.longValue())
                : GoValueText.of(value).chars().mapToObj("%02x"::formatted).reduce("", String::concat);
        return verb.group(4).equals("X") ? digits.toUpperCase(Locale.ROOT) : digits;
    }

    private static String sign(Matcher verb, String digits) {
        return verb.group(1).contains("+") && !digits.startsWith("-") ? "+" + digits : digits;
    }

    private static void require(boolean fits, Matcher verb, Object value) {
        if (!fits) {
            throw new TemplateException(
                    "printf verb %s does not fit the value %s".formatted(verb.group(), GoValueText.of(value)));
        }
    }

    private static String padded(Matcher verb, String text) {
        int width = verb.group(2) == null ? 0 : Integer.parseInt(verb.group(2));
        int missing = width - text.codePointCount(0, text.length());
        if (missing <= 0) {
            return text;
        }
        if (verb.group(1).contains("-")) {
            return text + " ".repeat(missing);
        }
        if (!verb.group(1).contains("0")) {
            return " ".repeat(missing) + text;
        }
        int sign = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        return text.substring(0, sign) + "0".repeat(missing) + text.substring(sign);
    }
}
