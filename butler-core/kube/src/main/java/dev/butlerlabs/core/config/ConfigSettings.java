package dev.butlerlabs.core.config;

import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;

/** The checked values of a section. A value that is not valid is absent; its problem was reported. */
public final class ConfigSettings {
    private final ConfigSection section;
    private final ConfigKeys keys;
    private final Map<ConfigKey<?>, Object> values;

    ConfigSettings(ConfigSection section, ConfigKeys keys, Map<ConfigKey<?>, Object> values) {
        this.section = section;
        this.keys = keys;
        this.values = values;
    }

    /**
     * Returns the given value or the default.
     *
     * @return empty if there is neither, or if the given value is not valid
     */
    @SuppressWarnings("unchecked") // a key's value was read by that key's own shape
    public <T> Optional<T> find(ConfigKey<T> key) {
        if (!keys.has(key)) {
            throw new IllegalArgumentException("The section %s has no key %s.".formatted(section.path(), key.name()));
        }
        return Optional.ofNullable((T) values.get(key));
    }

    /**
     * Returns the value of a required key or a key with a default. Call only if no problem was reported.
     *
     * @throws NoSuchElementException if the value is missing
     */
    public <T> T get(ConfigKey<T> key) {
        return find(key)
                .orElseThrow(() ->
                        new NoSuchElementException(section.placeOf(key.name()).path() + " has no value."));
    }

    /** Returns whether the user gave a value, valid or not. */
    public boolean isGiven(ConfigKey<?> key) {
        return section.isGiven(key.name());
    }

    public ConfigSection section() {
        return section;
    }

    /** Reports a problem with the value of a key. */
    public void report(ConfigKey<?> key, String sentence, String hint) {
        section.placeOf(key.name()).report(sentence, hint);
    }

    /** Something doubtful about the value of a key. */
    public void warn(ConfigKey<?> key, String sentence, String hint) {
        section.placeOf(key.name()).warn(sentence, hint);
    }

    /** Values may be secrets. */
    @Override
    public String toString() {
        return "Settings[" + section.path() + "]";
    }
}
