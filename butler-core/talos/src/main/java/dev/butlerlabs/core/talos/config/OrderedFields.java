package dev.butlerlabs.core.talos.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Builds a map with a fixed field order. */
final class OrderedFields {
    private final Map<String, Object> map = new LinkedHashMap<>();

    /** Returns a document of this kind. */
    static OrderedFields document(String kind) {
        return new OrderedFields().with("apiVersion", "v1alpha1").with("kind", kind);
    }

    OrderedFields with(String name, Object value) {
        map.put(name, value instanceof Collection<?> items ? new ArrayList<>(items) : value);
        return this;
    }

    OrderedFields with(String name, OrderedFields value) {
        return with(name, value.map);
    }

    OrderedFields withIf(boolean wanted, String name, Object value) {
        return wanted ? with(name, value) : this;
    }

    OrderedFields withIf(boolean wanted, String name, OrderedFields value) {
        return wanted ? with(name, value.map) : this;
    }

    OrderedFields withPresent(String name, Optional<?> value) {
        value.ifPresent(present -> with(name, present));
        return this;
    }

    OrderedFields withFilled(String name, Collection<?> items) {
        return withIf(!items.isEmpty(), name, items);
    }

    OrderedFields withFilled(String name, Map<String, ?> entries) {
        return withIf(!entries.isEmpty(), name, new LinkedHashMap<>(entries));
    }

    Map<String, Object> map() {
        return map;
    }
}
