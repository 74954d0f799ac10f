package dev.butlerlabs.core.ipam.elastic;

import java.time.Duration;
import java.util.Objects;

/**
 * When the number of a tenant's addresses changes.
 *
 * @param increment it grows by a multiple of this
 * @param most it never grows beyond this
 * @param patience how long a Service waits for an address before it counts
 * @param quiet how long a piece has to be unused before it is withdrawn, and withdrawn before it is given back
 * @param horizon what was needed at some time in this long before now is kept, and nothing is given back so soon after growth
 */
public record ElasticOptions(int increment, int most, Duration patience, Duration quiet, Duration horizon) {
    public ElasticOptions {
        Objects.requireNonNull(patience, "patience");
        Objects.requireNonNull(quiet, "quiet");
        Objects.requireNonNull(horizon, "horizon");
        if (increment < 1 || most < 1) {
            throw new IllegalArgumentException("increment and most must be at least 1");
        }
    }

    public static ElasticOptions standard() {
        return new ElasticOptions(
                2, Integer.MAX_VALUE, Duration.ofSeconds(30), Duration.ofMinutes(10), Duration.ofDays(7));
    }
}
