package dev.butlerlabs.core.server.route;

import java.time.Duration;

/** A client sent too many requests. */
public final class RateLimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    public RateLimitException(Duration retryAfter) {
        super("too many requests", null, false, false);
        this.retryAfter = retryAfter;
    }

    public Duration retryAfter() {
        return retryAfter;
    }
}
