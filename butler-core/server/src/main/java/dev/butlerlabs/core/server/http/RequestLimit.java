package dev.butlerlabs.core.server.http;

/**
 * A rate limit.
 *
 * @param burst requests that are accepted at once
 * @param perSecond requests per second after that
 */
public record RequestLimit(int burst, int perSecond) {
    public RequestLimit {
        if (burst < 1 || perSecond < 1) {
            throw new IllegalArgumentException("limits are positive");
        }
    }
}
