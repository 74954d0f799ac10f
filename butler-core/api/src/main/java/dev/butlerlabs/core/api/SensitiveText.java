package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/** Text that may contain a secret: serialized in plain text, but never logged. */
public record SensitiveText(@JsonValue String value) {
    @JsonCreator
    public SensitiveText {
        Objects.requireNonNull(value, "value");
    }

    @Override
    public String toString() {
        return "(hidden)";
    }
}
