package dev.butlerlabs.core.provider;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The contents of a credentials Secret, by key. Prints as its keys. */
public record Credentials(Map<String, SensitiveText> values) {
    public Credentials {
        values = Map.copyOf(values);
    }

    public static Credentials none() {
        return new Credentials(Map.of());
    }

    public Optional<SensitiveText> find(String key) {
        return Optional.ofNullable(values.get(key)).filter(text -> !text.value().isBlank());
    }

    public SensitiveText require(String key) {
        return find(key)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "The credentials have no %s.".formatted(key),
                        "Put the key %s into the Secret that credentialsRef names; it has %s."
                                .formatted(key, values.isEmpty() ? "no keys" : new TreeSet<>(values.keySet()))));
    }

    @Override
    public String toString() {
        return "Credentials" + new TreeSet<>(values.keySet());
    }
}
