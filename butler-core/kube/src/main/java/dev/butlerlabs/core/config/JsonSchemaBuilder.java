package dev.butlerlabs.core.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Creates JSON objects with a fixed key order, so that a generated file is always the same. */
final class JsonSchemaBuilder {
    private JsonSchemaBuilder() {}

    /** @param namesAndValues alternating names and values */
    static Map<String, Object> of(Object... namesAndValues) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            tree.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return Collections.unmodifiableMap(tree);
    }
}
