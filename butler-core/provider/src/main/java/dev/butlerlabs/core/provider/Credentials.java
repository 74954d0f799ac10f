package dev.butlerlabs.core.provider;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The content of a credentials Secret by key. {@link #toString} contains the keys only. Immutable. */
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
                        "The credentials do not contain the key %s.".formatted(key),
                        "Add the key %s to the Secret in credentialsRef. Existing keys: %s."
                                .formatted(key, values.isEmpty() ? "none" : new TreeSet<>(values.keySet()))));
    }

    @Override
    public String toString() {
        return "Credentials" + new TreeSet<>(values.keySet());
    }
}
