package dev.butlerlabs.core.retry;

import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * An exponential backoff with a cap and jitter. Immutable.
 *
 * @param first the delay after the first attempt
 * @param factor the growth of each further delay
 * @param cap the maximum delay, including jitter
 * @param jitter the random share of a delay, 0 to 1
 */
public record Backoff(Duration first, double factor, Duration cap, double jitter) {
    public Backoff {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(cap, "cap");
        if (first.isNegative() || first.isZero() || cap.compareTo(first) < 0) {
            throw new IllegalArgumentException("the first delay must be positive and not longer than the cap");
        }
        if (factor < 1 || jitter < 0 || jitter > 1) {
            throw new IllegalArgumentException("the factor must be at least 1 and the jitter between 0 and 1");
        }
    }

    /** Returns a backoff whose delays are all the same. */
    public static Backoff constant(Duration delay) {
        return new Backoff(delay, 1, delay, 0);
    }

    /**
     * Returns the delay after an attempt.
     *
     * @param attempt counted from 1
     */
    public Duration delay(int attempt, RandomGenerator random) {
        double grown = first.toMillis() * Math.pow(factor, Math.max(0, attempt - 1));
        double full = Math.min(grown, (double) cap.toMillis());
        double kept = full * (1 - jitter * random.nextDouble());
        return Duration.ofMillis(Math.max(1, Math.round(kept)));
    }
}
