package dev.butlerlabs.sim.cluster;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A map of a YAML document with lenient access: missing values are empty. */
record YamlMapReader(Map<?, ?> map) {
    static final YamlMapReader EMPTY = new YamlMapReader(Map.of());

    static YamlMapReader of(Object value) {
        return value instanceof Map<?, ?> map ? new YamlMapReader(map) : EMPTY;
    }

    YamlMapReader at(String key) {
        return of(map.get(key));
    }

    String text(String key) {
        Object value = map.get(key);
        return value == null ? "" : value.toString();
    }

    /** Returns a base64-decoded text. */
    String decoded(String key) {
        return new String(Base64.getDecoder().decode(text(key)), StandardCharsets.US_ASCII);
    }

    List<String> list(String key) {
        return map.get(key) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    List<YamlMapReader> trees(String key) {
        return map.get(key) instanceof List<?> list
                ? list.stream().map(YamlMapReader::of).toList()
                : List.of();
    }

    Map<String, String> texts(String key) {
        Map<String, String> texts = new LinkedHashMap<>();
        at(key).map.forEach((name, value) -> texts.put(String.valueOf(name), value == null ? "" : value.toString()));
        return texts;
    }
}
