package dev.butlerlabs.core.talos.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Builds a map with a fixed field order. */
final class Fields {
    private final Map<String, Object> map = new LinkedHashMap<>();

    /** Returns a document of this kind. */
    static Fields document(String kind) {
        return new Fields().with("apiVersion", "v1alpha1").with("kind", kind);
    }

    Fields with(String name, Object value) {
        map.put(name, value instanceof Collection<?> items ? new ArrayList<>(items) : value);
        return this;
    }

    Fields with(String name, Fields value) {
        return with(name, value.map);
    }

    Fields withIf(boolean wanted, String name, Object value) {
        return wanted ? with(name, value) : this;
    }

    Fields withIf(boolean wanted, String name, Fields value) {
        return wanted ? with(name, value.map) : this;
    }

    Fields withPresent(String name, Optional<?> value) {
        value.ifPresent(present -> with(name, present));
        return this;
    }

    Fields withFilled(String name, Collection<?> items) {
        return withIf(!items.isEmpty(), name, items);
    }

    Fields withFilled(String name, Map<String, ?> entries) {
        return withIf(!entries.isEmpty(), name, new LinkedHashMap<>(entries));
    }

    Map<String, Object> map() {
        return map;
    }
}
