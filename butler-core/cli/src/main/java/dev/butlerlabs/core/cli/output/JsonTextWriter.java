package dev.butlerlabs.core.cli.output;

import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Writes maps, lists, strings, numbers, booleans and nulls as JSON. Used instead of Jackson because errors and small
 * commands print JSON too, and loading Jackson would take longer than the command itself.
 */
public final class JsonTextWriter {
    private final StringBuilder text = new StringBuilder();
    private final boolean pretty;

    private JsonTextWriter(boolean pretty) {
        this.pretty = pretty;
    }

    /** Returns JSON on one line, for streams of objects. */
    public static String line(Object tree) {
        return new JsonTextWriter(false).write(tree);
    }

    /** Returns JSON indented by two spaces. */
    public static String pretty(Object tree) {
        return new JsonTextWriter(true).write(tree);
    }

    private String write(Object tree) {
        value(tree, 0);
        return text.toString();
    }

    private void value(Object value, int depth) {
        switch (value) {
            case null -> text.append("null");
            case Map<?, ?> map -> map(map, depth);
            case List<?> list -> list(list, depth);
            case Number number -> number(number);
            case Boolean truth -> text.append(truth);
            case CharSequence words -> string(words);
            case Enum<?> word -> string(word.toString());
            default -> throw notJson(value);
        }
    }

    private void number(Number number) {
        if (!Double.isFinite(number.doubleValue())) {
            throw notJson(number);
        }
        text.append(number);
    }

    private static IllegalArgumentException notJson(Object value) {
        return new IllegalArgumentException(
                "cannot write as JSON: " + value.getClass().getName());
    }

    private void map(Map<?, ?> map, int depth) {
        if (map.isEmpty()) {
            text.append("{}");
            return;
        }
        text.append('{');
        for (Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator(); entries.hasNext(); ) {
            Map.Entry<?, ?> entry = entries.next();
            newLine(depth + 1);
            string(String.valueOf(entry.getKey()));
            text.append(pretty ? ": " : ":");
            value(entry.getValue(), depth + 1);
            text.append(entries.hasNext() ? "," : "");
        }
        newLine(depth);
        text.append('}');
    }

    private void list(List<?> list, int depth) {
        if (list.isEmpty()) {
            text.append("[]");
            return;
        }
        text.append('[');
        for (Iterator<?> items = list.iterator(); items.hasNext(); ) {
            newLine(depth + 1);
            value(items.next(), depth + 1);
            text.append(items.hasNext() ? "," : "");
        }
        newLine(depth);
        text.append(']');
    }

    private void newLine(int depth) {
        if (pretty) {
            text.append('\n').repeat(' ', depth * 2);
        }
    }

    private void string(CharSequence words) {
        text.append('"');
        words.codePoints().forEach(this::letter);
        text.append('"');
    }

    private void letter(int point) {
        switch (point) {
            case '"' -> text.append("\\\"");
            case '\\' -> text.append("\\\\");
            case '\n' -> text.append("\\n");
            case '\r' -> text.append("\\r");
            case '\t' -> text.append("\\t");
            default -> {
                if (isPrintable(point)) {
                    text.appendCodePoint(point);
                } else {
                    text.append("\\u").append(HexFormat.of().toHexDigits((char) point));
                }
            }
        }
    }

    /**
     * Returns whether a character needs no escape. Lone surrogates, control characters and the two line separators of
     * JavaScript are escaped.
     */
    private static boolean isPrintable(int point) {
        boolean half = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
        return !half && !Character.isISOControl(point) && point != 0x2028 && point != 0x2029;
    }
}
