package dev.butlerlabs.core.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Objects of a JSON document that keep the order in which they are written here, so that a published file is the same every time. */
final class JsonTree {
    private JsonTree() {}

    /** @param namesAndValues by turns */
    static Map<String, Object> of(Object... namesAndValues) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            tree.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return Collections.unmodifiableMap(tree);
    }
}
