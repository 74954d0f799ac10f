package dev.butlerlabs.core.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Creates unmodifiable copies of collections that can be null. */
final class NullSafeCopies {
    private NullSafeCopies() {}

    static <T> List<T> of(List<T> list) {
        return list == null ? List.of() : List.copyOf(list);
    }

    /** Preserves the order and {@code null} values: in Helm values, {@code null} removes a default. */
    static <T> Map<String, T> of(Map<String, T> map) {
        return map == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
