package dev.butlerlabs.core.talos.yaml;

import java.util.List;
import java.util.Map;

/**
 * Writes trees in the format of the Talos tools: blocks indented by four spaces, list items indented below their key. Schematic
 * IDs are hashes of such a text, so the format must not change.
 */
public final class YamlWriter {
    private static final int INDENT = 4;

    private final StringBuilder text = new StringBuilder();

    private YamlWriter() {}

    /** Returns one document. */
    public static String write(Map<String, ?> document) {
        YamlWriter writer = new YamlWriter();
        if (document.isEmpty()) {
            return "{}\n";
        }
        writer.entries(document, 0, false);
        return writer.text.toString();
    }

    /** Returns one document that is a list. */
    public static String write(List<?> items) {
        YamlWriter writer = new YamlWriter();
        writer.items(items, 0);
        return writer.text.toString();
    }

    /** Returns several documents, separated by lines of three dashes. */
    public static String writeAll(List<? extends Map<String, ?>> documents) {
        return String.join("---\n", documents.stream().map(YamlWriter::write).toList());
    }

    private void entries(Map<?, ?> map, int depth, boolean afterDash) {
        boolean first = afterDash;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            text.repeat(' ', first ? 0 : depth);
            first = false;
            text.append(YamlScalars.key(String.valueOf(entry.getKey()))).append(':');
            value(entry.getValue(), depth);
        }
    }

    private void value(Object value, int depth) {
        switch (value) {
            case Map<?, ?> map
            when !map.isEmpty() -> {
                text.append('\n');
                entries(map, depth + INDENT, false);
            }
            case List<?> list
            when !list.isEmpty() -> {
                text.append('\n');
                items(list, depth + INDENT);
            }
            case null, default -> text.append(' ').append(leaf(value, depth)).append('\n');
        }
    }

    private void items(List<?> list, int depth) {
        for (Object item : list) {
            text.repeat(' ', depth).append("- ");
            switch (item) {
                case Map<?, ?> map when !map.isEmpty() -> entries(map, depth + 2, true);
                case List<?> inner when !inner.isEmpty() -> inner(inner, depth + 2);
                case null, default -> text.append(leaf(item, depth)).append('\n');
            }
        }
    }

    /** Starts a nested list on the line of its dash. */
    private void inner(List<?> list, int depth) {
        YamlWriter writer = new YamlWriter();
        writer.items(list, depth);
        text.append(writer.text.substring(depth));
    }

    private static String leaf(Object value, int depth) {
        return switch (value) {
            case null -> "null";
            case Map<?, ?> _ -> "{}";
            case List<?> _ -> "[]";
            case CharSequence words -> YamlScalars.text(words.toString(), depth + INDENT);
            default -> value.toString();
        };
    }
}
