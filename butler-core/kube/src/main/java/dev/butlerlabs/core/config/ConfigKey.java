package dev.butlerlabs.core.config;

import java.util.Objects;
import java.util.Optional;

/**
 * A configuration key: its name, the shape of its value and its description. The same key is used to read files, to generate the
 * documentation and to generate the published schema. Immutable.
 */
public final class ConfigKey<T> {
    private final String name;
    private final ConfigValueType<T> shape;
    private final String description;
    private final Presence presence;
    private final Optional<Object> fallback;

    private ConfigKey(
            String name, ConfigValueType<T> shape, String description, Presence presence, Optional<Object> fallback) {
        this.name = Objects.requireNonNull(name, "name");
        this.shape = Objects.requireNonNull(shape, "shape");
        this.description = Objects.requireNonNull(description, "description");
        this.presence = presence;
        this.fallback = fallback;
    }

    /** Returns a required key. */
    public static <T> ConfigKey<T> required(String name, ConfigValueType<T> shape, String description) {
        return new ConfigKey<>(name, shape, description, Presence.REQUIRED, Optional.empty());
    }

    /** Returns an optional key without a default. */
    public static <T> ConfigKey<T> optional(String name, ConfigValueType<T> shape, String description) {
        return new ConfigKey<>(name, shape, description, Presence.OPTIONAL, Optional.empty());
    }

    /**
     * Returns an optional key with a default.
     *
     * @param fallback the default as a user would write it: a string, number, boolean, or a list or map of those
     */
    public static <T> ConfigKey<T> withDefault(
            String name, Object fallback, ConfigValueType<T> shape, String description) {
        return new ConfigKey<>(name, shape, description, Presence.OPTIONAL, Optional.of(fallback));
    }

    /**
     * Returns an optional section. If it is missing, it is read as an empty one: its keys have their defaults, and its required
     * keys are reported as missing.
     */
    public static ConfigKey<ConfigSettings> section(String name, ConfigKeys keys, String description) {
        return new ConfigKey<>(name, ConfigValueTypes.section(keys), description, Presence.IMPLIED, Optional.empty());
    }

    public String name() {
        return name;
    }

    public String description() {
        return description;
    }

    ConfigValueType<T> shape() {
        return shape;
    }

    boolean isRequired() {
        return presence == Presence.REQUIRED;
    }

    Optional<Object> fallback() {
        return fallback;
    }

    /**
     * Returns the value of a missing key and reports a required one. Problems are reported at the position of the parent section.
     */
    Optional<T> absent(ConfigReadContext parent) {
        return switch (presence) {
            case REQUIRED -> {
                parent.child(name, parent.position()).report("is missing", lowerCased(description));
                yield Optional.empty();
            }
            case IMPLIED ->
                shape.read(parent.child(name, parent.position()), ConfigValue.Mapping.empty(parent.position()));
            case OPTIONAL -> fallback.map(value -> fallback(parent, value));
        };
    }

    /** Reads the default. A default that does not match the shape is a programming error. */
    private T fallback(ConfigReadContext parent, Object value) {
        ProblemCollector problems = new ProblemCollector();
        ConfigReadContext place = new ConfigReadContext(problems, Optional.empty(), name, parent.position());
        return shape.read(place, PlainTreeReader.of(value))
                .orElseThrow(() -> new IllegalStateException(
                        "The default does not match the shape of its key: " + problems.problems()));
    }

    private static String lowerCased(String sentence) {
        String phrase = sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
        return Character.toLowerCase(phrase.charAt(0)) + phrase.substring(1);
    }

    private enum Presence {
        REQUIRED,
        OPTIONAL,
        /** A missing section is read as an empty one. */
        IMPLIED
    }
}
