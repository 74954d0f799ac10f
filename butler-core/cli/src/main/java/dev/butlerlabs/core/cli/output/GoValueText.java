package dev.butlerlabs.core.cli.output;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Formats values as Go templates and custom columns of kubectl do: {@code map[a:1 b:2]}, {@code [x y]}, {@code <nil>}. */
public final class GoValueText {
    private GoValueText() {}

    public static String of(Object value) {
        return switch (value) {
            case null -> "<nil>";
            case Map<?, ?> map -> {
                Map<String, Object> sorted = new TreeMap<>();
                map.forEach((key, child) -> sorted.put(String.valueOf(key), child));
                yield sorted.entrySet().stream()
                        .map(entry -> entry.getKey() + ":" + of(entry.getValue()))
                        .collect(Collectors.joining(" ", "map[", "]"));
            }
            case List<?> list -> list.stream().map(GoValueText::of).collect(Collectors.joining(" ", "[", "]"));
            case Number number -> GoNumberText.of(number);
            default -> value.toString();
        };
    }
}
