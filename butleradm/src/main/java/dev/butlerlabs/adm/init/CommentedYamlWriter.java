package dev.butlerlabs.adm.init;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Writes a tree as YAML with comments above its keys. */
final class CommentedYamlWriter {
    private static final Pattern PLAIN =
            Pattern.compile("[A-Za-z$/~][A-Za-z0-9_./:${}@~-]*|[0-9]+(\\.[0-9]+){3}(/[0-9]+)?");
    private static final Pattern WORD_WITH_MEANING = Pattern.compile("(?i)true|false|yes|no|on|off|null|y|n|~");

    private final Map<String, String> comments;
    private final StringBuilder text = new StringBuilder();

    /** @param comments comment by path, such as {@code network.vip} */
    CommentedYamlWriter(Map<String, String> comments) {
        this.comments = comments;
    }

    /** Returns the text. Top-level keys are separated by empty lines. */
    String write(Map<String, Object> tree) {
        tree.forEach((key, value) -> {
            text.append('\n');
            entry("", key, value, 0);
        });
        return text.toString();
    }

    private void entry(String parent, String key, Object value, int depth) {
        String path = parent.isEmpty() ? key : parent + "." + key;
        String indent = "  ".repeat(depth);
        Optional.ofNullable(comments.get(path))
                .ifPresent(comment ->
                        text.append(indent).append("# ").append(comment).append('\n'));
        text.append(indent).append(key).append(':');
        switch (value) {
            case Map<?, ?> map -> {
                text.append('\n');
                map.forEach((name, inner) -> entry(path, String.valueOf(name), inner, depth + 1));
            }
            case List<?> list -> list(list, depth + 1);
            default -> text.append(' ').append(scalar(value)).append('\n');
        }
    }

    private void list(List<?> list, int depth) {
        text.append('\n');
        for (Object item : list) {
            text.append("  ".repeat(depth)).append("- ");
            if (item instanceof Map<?, ?> map) {
                String separator = "";
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    text.append(separator)
                            .append(entry.getKey())
                            .append(": ")
                            .append(scalar(entry.getValue()))
                            .append('\n');
                    separator = "  ".repeat(depth + 1);
                }
            } else {
                text.append(scalar(item)).append('\n');
            }
        }
    }

    private static String scalar(Object value) {
        if (value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        String content = String.valueOf(value);
        boolean isPlain = PLAIN.matcher(content).matches()
                && !WORD_WITH_MEANING.matcher(content).matches()
                && !content.endsWith(":");
        return isPlain ? content : quoted(content);
    }

    private static String quoted(String content) {
        StringBuilder quoted = new StringBuilder("\"");
        content.codePoints().forEach(point -> {
            switch (point) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (Character.isISOControl(point)) {
                        quoted.append("\\u%04x".formatted(point));
                    } else {
                        quoted.appendCodePoint(point);
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }
}
