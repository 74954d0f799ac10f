package dev.butlerlabs.core.talos.yaml;

import java.util.Locale;
import java.util.regex.Pattern;

/** Selects the notation of a text: plain, quoted, or as a block. */
final class YamlScalars {
    private static final Pattern READ_AS_SOMETHING_ELSE = Pattern.compile("(?i)"
            + "~|null|true|false|y|n|yes|no|on|off" // null, and booleans of YAML 1.1 and 1.2
            + "|[-+]?[0-9][0-9_]*|0[box][0-9a-f_]+|[-+]?0o?[0-7_]+" // integers
            + "|[-+]?(?:\\.[0-9]+|[0-9_]+(?:\\.[0-9_]*)?)(?:e[-+]?[0-9]+)?|[-+]?\\.inf|\\.nan" // floats
            + "|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\\.[0-9_]*)?" // sexagesimal numbers
            + "|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:t|\\s+)[0-9].*)?" // dates
            + "|<<|=");
    private static final String INDICATORS = "-?:,[]{}#&*!|>'\"%@`";

    private YamlScalars() {}

    static String key(String name) {
        return name.indexOf('\n') < 0 ? line(name) : quoted(name);
    }

    /** @param depth indentation of the lines of a block */
    static String text(String value, int depth) {
        return value.indexOf('\n') >= 0 && isBlock(value) ? block(value, depth) : line(value);
    }

    private static String line(String value) {
        if (value.isEmpty() || READ_AS_SOMETHING_ELSE.matcher(value).matches() || !isPrintable(value)) {
            return quoted(value);
        }
        return isPlain(value) ? value : "'" + value.replace("'", "''") + "'";
    }

    private static boolean isPlain(String value) {
        char first = value.charAt(0);
        boolean indicator = INDICATORS.indexOf(first) >= 0
                && !("-?:".indexOf(first) >= 0 && value.length() > 1 && value.charAt(1) != ' ');
        boolean edges = value.startsWith(" ") || value.endsWith(" ") || value.endsWith(":");
        boolean marker = value.startsWith("---") || value.startsWith("...");
        return !indicator && !edges && !marker && !value.contains(": ") && !value.contains(" #");
    }

    private static boolean isPrintable(String value) {
        return value.codePoints().allMatch(YamlScalars::isPrintable);
    }

    private static boolean isPrintable(int point) {
        if (point < 0xa0) {
            return point >= ' ' && point < 0x7f;
        }
        boolean surrogate = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
        boolean breaksLines = point == 0x2028 || point == 0x2029 || point == 0xfeff;
        return Character.isDefined(point) && !surrogate && !breaksLines;
    }

    private static boolean isBlock(String value) {
        return value.lines().allMatch(line -> isPrintable(line.replace('\t', ' ')))
                && value.indexOf('\r') < 0
                && !value.endsWith(" ");
    }

    private static String block(String value, int depth) {
        StringBuilder text = new StringBuilder("|");
        if (value.startsWith(" ") || value.startsWith("\n")) {
            text.append(INDENT_HINT);
        }
        text.append(chomping(value)).append('\n');
        String body = value.endsWith("\n") ? value.substring(0, value.length() - 1) : value;
        for (String line : body.split("\n", -1)) {
            text.repeat(' ', line.isEmpty() ? 0 : depth).append(line).append('\n');
        }
        return text.substring(0, text.length() - 1);
    }

    private static final int INDENT_HINT = 4;

    private static String chomping(String value) {
        if (!value.endsWith("\n")) {
            return "-";
        }
        return value.length() == 1 || value.endsWith("\n\n") ? "+" : "";
    }

    private static String quoted(String value) {
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
            default -> isPrintable(point) ? Character.toString(point) : code(point);
        };
    }

    private static String code(int point) {
        String form = point < 0x100 ? "\\x%02x" : point < 0x10000 ? "\\u%04x" : "\\U%08x";
        return String.format(Locale.ROOT, form, point);
    }
}
