package dev.butlerlabs.core.embedded.status;

import java.util.Objects;

/**
 * A cause in the details of an error response.
 *
 * @param reason a machine-readable reason; may be empty
 * @param message a human-readable description
 * @param field the field that caused the error; may be empty
 */
public record ApiStatusCause(String reason, String message, String field) {
    public ApiStatusCause {
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(field, "field");
    }
}
