package dev.butlerlabs.core.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.config.ConfigValue.Entry;
import dev.butlerlabs.core.config.ConfigValue.Mapping;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A part of a configuration that has not been read yet: named values with their paths and positions. {@link #read} checks and
 * reads its keys. Problems are collected, not thrown.
 */
public final class ConfigSection {
    private final ConfigReadContext place;
    private final Mapping mapping;

    ConfigSection(ConfigReadContext place, Mapping mapping) {
        this.place = place;
        this.mapping = mapping;
    }

    /**
     * Returns a section of a tree that was not read from a file, such as {@code spec.nutanix} of a ProviderConfig. References to
     * variables and files are not resolved.
     *
     * @param path path used in problems, such as {@code spec.nutanix}
     */
    public static ConfigSection of(String path, Map<String, ?> tree, ProblemCollector problems) {
        return new ConfigSection(
                new ConfigReadContext(problems, Optional.empty(), path, SourcePosition.NOWHERE),
                (Mapping) PlainTreeReader.of(tree));
    }

    /** Returns a section of a tree whose references to variables and files are resolved as those of a file. */
    public static ConfigSection of(
            String path, Map<String, ?> tree, ConfigEnvironment surroundings, ProblemCollector problems) {
        return new ConfigSection(
                new ConfigReadContext(problems, Optional.of(surroundings), path, SourcePosition.NOWHERE),
                (Mapping) PlainTreeReader.of(tree));
    }

    /** Returns a section of a JSON tree. A missing or null tree is an empty section. */
    public static ConfigSection of(String path, JsonNode tree, ProblemCollector problems) {
        ConfigReadContext place = new ConfigReadContext(problems, Optional.empty(), path, SourcePosition.NOWHERE);
        ConfigValue value = PlainTreeReader.of(tree);
        return new SectionValueType()
                .read(place, value)
                .orElseGet(() -> new ConfigSection(place, Mapping.empty(SourcePosition.NOWHERE)));
    }

    public String path() {
        return place.path();
    }

    public SourcePosition position() {
        return place.position();
    }

    /** Returns the collector of problems of this section. */
    public ProblemCollector problems() {
        return place.problems();
    }

    /** Returns the names of all given keys, known or unknown. */
    public List<String> names() {
        return List.copyOf(mapping.entries().sequencedKeySet());
    }

    /** Checks every key and reads the valid values. Reports all problems and throws nothing. */
    public ConfigSettings read(ConfigKeys keys) {
        mapping.entries().forEach((name, entry) -> {
            if (!keys.has(name)) {
                place.child(name, entry.keyPosition()).report("is not a known key", keys.suggestion(name));
            }
        });
        Map<ConfigKey<?>, Object> values = new LinkedHashMap<>();
        keys.all().forEach(key -> value(key).ifPresent(value -> values.put(key, value)));
        return new ConfigSettings(this, keys, values);
    }

    private <T> Optional<T> value(ConfigKey<T> key) {
        Entry entry = mapping.entries().get(key.name());
        return entry == null || entry.isNothing() || (!key.isRequired() && entry.isEmptyText())
                ? key.absent(place)
                : key.shape().read(place.child(key.name(), entry.position()), entry.value());
    }

    /**
     * Returns a nested section that another reader reads.
     *
     * @return empty if it is not given or not a map
     */
    public Optional<ConfigSection> section(String name) {
        Entry entry = mapping.entries().get(name);
        return entry == null
                ? Optional.empty()
                : new SectionValueType().read(place.child(name, entry.keyPosition()), entry.value());
    }

    /**
     * Returns a nested section.
     *
     * @return an empty section if it is not given or not a map
     */
    public ConfigSection sectionOrEmpty(String name) {
        return section(name)
                .orElseGet(() -> new ConfigSection(
                        placeOf(name), Mapping.empty(placeOf(name).position())));
    }

    public void report(String sentence, String hint) {
        place.report(sentence, hint);
    }

    public void warn(String sentence, String hint) {
        place.warn(sentence, hint);
    }

    /** Returns the position of a key, or the position of this section if the key is missing. */
    ConfigReadContext placeOf(String name) {
        Entry entry = mapping.entries().get(name);
        return place.child(name, entry == null ? place.position() : entry.position());
    }

    boolean isGiven(String name) {
        Entry entry = mapping.entries().get(name);
        return entry != null && !entry.isNothing() && !entry.isEmptyText();
    }

    ConfigReadContext place() {
        return place;
    }

    /** Omits the values, which may be secrets. */
    @Override
    public String toString() {
        return "Section[" + place.path() + ", " + names() + "]";
    }
}
