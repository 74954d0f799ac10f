package dev.butlerlabs.core.config;

import java.util.Objects;
import java.util.Optional;

/**
 * A configuration key: its name, the shape of its value and its description. The same key is used to read files, to generate the
 * documentation and to generate the published schema. Immutable.
 */
public final class Key<T> {
    private final String name;
    private final Shape<T> shape;
    private final String description;
    private final Presence presence;
    private final Optional<Object> fallback;

    private Key(String name, Shape<T> shape, String description, Presence presence, Optional<Object> fallback) {
        this.name = Objects.requireNonNull(name, "name");
        this.shape = Objects.requireNonNull(shape, "shape");
        this.description = Objects.requireNonNull(description, "description");
        this.presence = presence;
        this.fallback = fallback;
    }

    /** Returns a required key. */
    public static <T> Key<T> required(String name, Shape<T> shape, String description) {
        return new Key<>(name, shape, description, Presence.REQUIRED, Optional.empty());
    }

    /** Returns an optional key without a default. */
    public static <T> Key<T> optional(String name, Shape<T> shape, String description) {
        return new Key<>(name, shape, description, Presence.OPTIONAL, Optional.empty());
    }

    /**
     * Returns an optional key with a default.
     *
     * @param fallback the default as a user would write it: a string, number, boolean, or a list or map of those
     */
    public static <T> Key<T> withDefault(String name, Object fallback, Shape<T> shape, String description) {
        return new Key<>(name, shape, description, Presence.OPTIONAL, Optional.of(fallback));
    }

    /**
     * Returns an optional section. If it is missing, it is read as an empty one: its keys have their defaults, and its required
     * keys are reported as missing.
     */
    public static Key<Settings> section(String name, Keys keys, String description) {
        return new Key<>(name, Shapes.section(keys), description, Presence.IMPLIED, Optional.empty());
    }

    public String name() {
        return name;
    }

    public String description() {
        return description;
    }

    Shape<T> shape() {
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
    Optional<T> absent(Place parent) {
        return switch (presence) {
            case REQUIRED -> {
                parent.child(name, parent.position()).report("is missing", lowerCased(description));
                yield Optional.empty();
            }
            case IMPLIED -> shape.read(parent.child(name, parent.position()), Value.Mapping.empty(parent.position()));
            case OPTIONAL -> fallback.map(value -> fallback(parent, value));
        };
    }

    /** Reads the default. A default that does not match the shape is a programming error. */
    private T fallback(Place parent, Object value) {
        Problems problems = new Problems();
        Place place = new Place(problems, Optional.empty(), name, parent.position());
        return shape.read(place, PlainTree.of(value))
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
