package dev.butlerlabs.core.talos.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Copies maps and preserves their order. */
final class OrderedMaps {
    private OrderedMaps() {}

    static <V> Map<String, V> copy(Map<String, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
