package dev.butlerlabs.core.embedded.status;

import java.util.Objects;

/**
 * One cause among the details of a refusal.
 *
 * @param reason a machine-readable word; may be empty
 * @param message a sentence
 * @param field the field it is about; may be empty
 */
public record Cause(String reason, String message, String field) {
    public Cause {
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(field, "field");
    }
}
