package dev.butlerlabs.core.provider.discovery;

import java.util.Objects;
import java.util.Optional;

/**
 * A setting that the user enters.
 *
 * @param key key in the provider section
 * @param text the prompt, such as {@code Prism Central endpoint}
 * @param required whether the section needs a value
 * @param preset value to propose
 * @param variable environment variable that usually contains the value; a reference to it is proposed if it is set
 * @param unless key of another question: not asked if that one has an answer
 */
public record SettingQuestion(
        String key,
        String text,
        Kind kind,
        boolean required,
        Optional<String> preset,
        Optional<String> variable,
        Optional<String> unless) {
    public SettingQuestion {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(preset, "preset");
        Objects.requireNonNull(variable, "variable");
        Objects.requireNonNull(unless, "unless");
    }

    public static SettingQuestion required(String key, Kind kind, String text) {
        return new SettingQuestion(key, text, kind, true, Optional.empty(), Optional.empty(), Optional.empty());
    }

    public static SettingQuestion optional(String key, Kind kind, String text) {
        return new SettingQuestion(key, text, kind, false, Optional.empty(), Optional.empty(), Optional.empty());
    }

    public SettingQuestion withPreset(String value) {
        return new SettingQuestion(key, text, kind, required, Optional.of(value), variable, unless);
    }

    public SettingQuestion withVariable(String name) {
        return new SettingQuestion(key, text, kind, required, preset, Optional.of(name), unless);
    }

    public SettingQuestion unless(String other) {
        return new SettingQuestion(key, text, kind, required, preset, variable, Optional.of(other));
    }

    /** How a question is answered. */
    public enum Kind {
        /** With a text. */
        TEXT,
        /** With a text that must not be shown. */
        SECRET,
        /** With the path of a file. */
        FILE,
        /** With a discovered value. */
        ONE_OF,
        /** With discovered values. */
        SOME_OF;

        /** Returns whether the infrastructure provides the values. */
        public boolean isChoice() {
            return this == ONE_OF || this == SOME_OF;
        }
    }
}
