package dev.butlerlabs.core.cli.jsonpath;

import dev.butlerlabs.core.cli.output.GoNumberText;
import dev.butlerlabs.core.cli.output.JsonTextWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Formats selected values: texts as they are, objects and lists as JSON with sorted keys. */
final class ValueText {
    private ValueText() {}

    static String of(List<Object> values) {
        return values.stream().map(ValueText::of).collect(Collectors.joining(" "));
    }

    private static String of(Object value) {
        return switch (value) {
            case Map<?, ?> _, List<?> _ ->
                JsonTextWriter.line(sorted(value))
                        .replace("<", "\\u003c")
                        .replace(">", "\\u003e")
                        .replace("&", "\\u0026");
            case Number number -> GoNumberText.of(number);
            case null -> "null";
            default -> value.toString();
        };
    }

    private static Object sorted(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<String, Object> byKey = new TreeMap<>();
                map.forEach((key, child) -> byKey.put(String.valueOf(key), sorted(child)));
                yield new LinkedHashMap<>(byKey);
            }
            case List<?> list -> {
                List<Object> copy = new ArrayList<>();
                list.forEach(child -> copy.add(sorted(child)));
                yield copy;
            }
            case null, default -> value;
        };
    }
}
