package dev.butlerlabs.core.ipam.elastic;

import java.time.Duration;
import java.util.Objects;

/**
 * The limits and delays for changing the number of a tenant's load balancer addresses.
 *
 * @param increment the number grows in multiples of this
 * @param most the maximum number
 * @param patience how long a Service waits for an address before it counts as demand
 * @param quiet how long a range must be unused before it is withdrawn, and withdrawn before it is released
 * @param horizon the period whose peak demand is retained; nothing is released for this long after growth
 */
public record PoolScalingOptions(int increment, int most, Duration patience, Duration quiet, Duration horizon) {
    public PoolScalingOptions {
        Objects.requireNonNull(patience, "patience");
        Objects.requireNonNull(quiet, "quiet");
        Objects.requireNonNull(horizon, "horizon");
        if (increment < 1 || most < 1) {
            throw new IllegalArgumentException("increment and most must be at least 1");
        }
    }

    public static PoolScalingOptions standard() {
        return new PoolScalingOptions(
                2, Integer.MAX_VALUE, Duration.ofSeconds(30), Duration.ofMinutes(10), Duration.ofDays(7));
    }
}
