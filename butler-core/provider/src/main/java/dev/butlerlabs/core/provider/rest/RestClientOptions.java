package dev.butlerlabs.core.provider.rest;

import dev.butlerlabs.core.retry.Backoff;
import dev.butlerlabs.core.retry.Sleeper;
import java.time.Duration;
import java.util.Objects;

/**
 * Limits of a {@link RestClient}.
 *
 * @param timeout maximum time of one request, from the connection to the end of the response
 * @param concurrency maximum number of concurrent requests; further ones wait
 * @param attempts maximum number of times a repeatable request is sent
 * @param backoff delays between attempts, unless the server specifies one
 * @param longestDelay a request is not retried if the server requests a longer delay
 */
public record RestClientOptions(
        Duration timeout, int concurrency, int attempts, Backoff backoff, Duration longestDelay, Sleeper sleeper) {
    public RestClientOptions {
        Objects.requireNonNull(timeout, "timeout");
        Objects.requireNonNull(backoff, "backoff");
        Objects.requireNonNull(longestDelay, "longestDelay");
        Objects.requireNonNull(sleeper, "sleeper");
        if (concurrency < 1 || attempts < 1) {
            throw new IllegalArgumentException("concurrency and attempts must be at least 1");
        }
    }

    /** Returns options with three attempts within about a second, and 16 concurrent requests. */
    public static RestClientOptions withTimeout(Duration timeout) {
        return new RestClientOptions(
                timeout,
                16,
                3,
                new Backoff(Duration.ofMillis(200), 2, Duration.ofSeconds(1), 0.5),
                Duration.ofSeconds(5),
                Sleeper.SYSTEM);
    }

    /** Returns these options with one attempt per request. */
    public RestClientOptions withoutRetries() {
        return new RestClientOptions(timeout, concurrency, 1, backoff, longestDelay, sleeper);
    }
}
