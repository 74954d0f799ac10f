package dev.butlerlabs.core.reconcile;

import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * How long to let a troubled object rest: longer each time, never longer than the cap, and never in step with its neighbours.
 *
 * @param first the rest after the first attempt
 * @param factor how much longer each next one is
 * @param cap the longest rest, jitter included
 * @param jitter the share of a rest that is left to chance, 0 to 1
 */
public record Backoff(Duration first, double factor, Duration cap, double jitter) {
    public Backoff {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(cap, "cap");
        if (first.isNegative() || first.isZero() || cap.compareTo(first) < 0) {
            throw new IllegalArgumentException("back-off must be positive and below its cap");
        }
        if (factor < 1 || jitter < 0 || jitter > 1) {
            throw new IllegalArgumentException("back-off must grow, with a jitter between 0 and 1");
        }
    }

    public static Backoff standard() {
        return new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(2), 0.3);
    }

    /** The rest after the given attempt, counted from 1. */
    public Duration delay(int attempt, RandomGenerator random) {
        double grown = first.toMillis() * Math.pow(factor, Math.max(0, attempt - 1));
        double full = Math.min(grown, (double) cap.toMillis());
        double kept = full * (1 - jitter * random.nextDouble());
        return Duration.ofMillis(Math.max(1, Math.round(kept)));
    }
}
