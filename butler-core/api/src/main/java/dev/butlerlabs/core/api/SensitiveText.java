package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Objects;

/** Text that may hold a secret: plain on the wire, never in a log. */
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
