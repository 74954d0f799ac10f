package dev.butlerlabs.core.provider.rest;

import dev.butlerlabs.core.api.SensitiveText;
import java.time.Instant;
import java.util.Objects;

/** A token for requests and its expiry time. {@link #toString} does not contain the token. */
public record AccessToken(SensitiveText value, Instant expiry) {
    public AccessToken {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(expiry, "expiry");
    }
}
