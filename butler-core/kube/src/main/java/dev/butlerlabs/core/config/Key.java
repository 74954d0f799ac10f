package dev.butlerlabs.core.config;

import java.util.Objects;
import java.util.Optional;

/**
 * A key of a configuration: its name, what its value must look like and what it is for. The same key reads files, explains itself in
 * the documentation and becomes a property of the published schema.
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

    /** A key that must be given. */
    public static <T> Key<T> required(String name, Shape<T> shape, String description) {
        return new Key<>(name, shape, description, Presence.REQUIRED, Optional.empty());
    }

    /** A key that may be left out and then has no value. */
    public static <T> Key<T> optional(String name, Shape<T> shape, String description) {
        return new Key<>(name, shape, description, Presence.OPTIONAL, Optional.empty());
    }

    /**
     * A key that may be left out.
     *
     * @param fallback what then counts, as it would be written: a text, a number, a truth value or a list or map of those
     */
    public static <T> Key<T> withDefault(String name, Object fallback, Shape<T> shape, String description) {
        return new Key<>(name, shape, description, Presence.OPTIONAL, Optional.of(fallback));
    }

    /** A section that may be left out and is then read as an empty one: its keys have their defaults, and the required ones lack. */
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

    /** What counts when the key is left out, read at the place of the section that lacks it. */
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

    /** Errors in a default are the programmer's. */
    private T fallback(Place parent, Object value) {
        Problems problems = new Problems();
        Place place = new Place(problems, Optional.empty(), name, parent.position());
        return shape.read(place, PlainTree.of(value))
                .orElseThrow(
                        () -> new IllegalStateException("The default does not fit its key: " + problems.problems()));
    }

    private static String lowerCased(String sentence) {
        String phrase = sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
        return Character.toLowerCase(phrase.charAt(0)) + phrase.substring(1);
    }

    private enum Presence {
        REQUIRED,
        OPTIONAL,
        /** Left out means empty. */
        IMPLIED
    }
}
