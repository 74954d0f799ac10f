package dev.butlerlabs.core.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Unchangeable copies of collections that may be absent. */
final class Copies {
    private Copies() {}

    static <T> List<T> of(List<T> list) {
        return list == null ? List.of() : List.copyOf(list);
    }

    /** Keeps order and {@code null} values: in chart values, {@code null} takes a default away. */
    static <T> Map<String, T> of(Map<String, T> map) {
        return map == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
