package dev.butlerlabs.core.config;

import dev.butlerlabs.core.error.SpellingSuggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/** The keys of a section, in documentation order. Immutable. */
public final class ConfigKeys {
    private static final int LONGEST_TYPO = 64;
    private static final int MOST_LISTED = 12;

    private final SequencedMap<String, ConfigKey<?>> byName;

    private ConfigKeys(SequencedMap<String, ConfigKey<?>> byName) {
        this.byName = byName;
    }

    public static ConfigKeys of(ConfigKey<?>... keys) {
        SequencedMap<String, ConfigKey<?>> byName = new LinkedHashMap<>();
        for (ConfigKey<?> key : keys) {
            if (byName.put(key.name(), key) != null) {
                throw new IllegalArgumentException("Duplicate key " + key.name() + ".");
            }
        }
        return new ConfigKeys(byName);
    }

    Collection<ConfigKey<?>> all() {
        return Collections.unmodifiableCollection(byName.values());
    }

    boolean has(String name) {
        return byName.containsKey(name);
    }

    boolean has(ConfigKey<?> key) {
        return byName.get(key.name()) == key;
    }

    /** Returns a suggestion for an unknown key. */
    String suggestion(String name) {
        return byName.keySet().stream()
                .filter(known -> known.equalsIgnoreCase(name))
                .findFirst()
                .or(() ->
                        name.length() > LONGEST_TYPO ? Optional.empty() : SpellingSuggestion.to(name, byName.keySet()))
                .map(known -> "did you mean " + known + "?")
                .orElseGet(this::listing);
    }

    private String listing() {
        return byName.size() > MOST_LISTED ? "" : "known keys: " + String.join(", ", byName.keySet());
    }

    /** Returns the keys as JSON Schema. */
    public Map<String, Object> schema() {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        byName.forEach((name, key) -> {
            properties.put(name, property(key));
            if (key.isRequired()) {
                required.add(name);
            }
        });
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("additionalProperties", false);
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        return schema;
    }

    /** Returns the documentation of the keys, each section followed by its own keys. */
    public List<ConfigKeyDescription> rows() {
        return rows("");
    }

    private List<ConfigKeyDescription> rows(String prefix) {
        List<ConfigKeyDescription> rows = new ArrayList<>();
        for (ConfigKey<?> key : all()) {
            rows.add(ConfigKeyDescription.of(prefix + key.name(), key));
            switch (key.shape()) {
                case SettingsValueType section -> rows.addAll(section.keys().rows(prefix + key.name() + "."));
                case ListValueType<?> list
                when list.item() instanceof SettingsValueType section ->
                    rows.addAll(section.keys().rows(prefix + key.name() + "[]."));
                default -> {}
            }
        }
        return rows;
    }

    private static Map<String, Object> property(ConfigKey<?> key) {
        Map<String, Object> property = new LinkedHashMap<>();
        property.put("description", key.description());
        property.putAll(key.shape().schema());
        key.fallback().ifPresent(value -> property.put("default", value));
        return property;
    }
}
