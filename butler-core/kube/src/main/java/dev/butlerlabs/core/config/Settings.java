package dev.butlerlabs.core.config;

import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;

/** A section whose keys have been checked. A value that did not fit is absent here; its problem has been told. */
public final class Settings {
    private final Section section;
    private final Keys keys;
    private final Map<Key<?>, Object> values;

    Settings(Section section, Keys keys, Map<Key<?>, Object> values) {
        this.section = section;
        this.keys = keys;
        this.values = values;
    }

    /** The value that was given, or else the default; nothing when there is neither, or when what was given did not fit. */
    @SuppressWarnings("unchecked") // a key's value was read by that key's own shape
    public <T> Optional<T> find(Key<T> key) {
        if (!keys.has(key)) {
            throw new IllegalArgumentException("The section %s has no key %s.".formatted(section.path(), key.name()));
        }
        return Optional.ofNullable((T) values.get(key));
    }

    /** The value of a key that is required or has a default. Ask only when no problem was told. */
    public <T> T get(Key<T> key) {
        return find(key)
                .orElseThrow(() ->
                        new NoSuchElementException(section.placeOf(key.name()).path() + " has no value."));
    }

    /** Whether the author gave a value, whatever it is. */
    public boolean isGiven(Key<?> key) {
        return section.isGiven(key.name());
    }

    public Section section() {
        return section;
    }

    /** Something wrong with the value of a key. */
    public void report(Key<?> key, String sentence, String hint) {
        section.placeOf(key.name()).report(sentence, hint);
    }

    /** Something doubtful about the value of a key. */
    public void warn(Key<?> key, String sentence, String hint) {
        section.placeOf(key.name()).warn(sentence, hint);
    }

    /** Values may be secrets. */
    @Override
    public String toString() {
        return "Settings[" + section.path() + "]";
    }
}
