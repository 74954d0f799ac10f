package dev.butlerlabs.core.retry;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Decides whether and when a failed call is repeated. Immutable; {@link CallRetrier} applies it.
 *
 * @param retryable the failures after which the call is repeated; all others are final
 * @param attempts the maximum number of calls, including the first
 * @param backoff the delays between calls; empty to repeat at once
 * @param limit the time after which no further call starts, counted from the first
 */
public record CallRetryPolicy(
        Predicate<RuntimeException> retryable, int attempts, Optional<Backoff> backoff, Duration limit) {
    private static final Duration UNLIMITED = Duration.ofDays(36_500);

    public CallRetryPolicy {
        Objects.requireNonNull(retryable, "retryable");
        Objects.requireNonNull(backoff, "backoff");
        Objects.requireNonNull(limit, "limit");
        if (attempts < 1) {
            throw new IllegalArgumentException("attempts must be at least 1");
        }
    }

    /** Returns a policy that repeats a call at once and without a limit; combine it with {@link #withAttempts} or {@link #within}. */
    public static CallRetryPolicy on(Predicate<RuntimeException> retryable) {
        return new CallRetryPolicy(retryable, Integer.MAX_VALUE, Optional.empty(), UNLIMITED);
    }

    public CallRetryPolicy withAttempts(int maximum) {
        return new CallRetryPolicy(retryable, maximum, backoff, limit);
    }

    public CallRetryPolicy withBackoff(Backoff delays) {
        return new CallRetryPolicy(retryable, attempts, Optional.of(delays), limit);
    }

    /** Returns a policy with the same delay after each call. */
    public CallRetryPolicy withPause(Duration pause) {
        return new CallRetryPolicy(
                retryable,
                attempts,
                Optional.of(pause).filter(Duration::isPositive).map(Backoff::constant),
                limit);
    }

    public CallRetryPolicy within(Duration maximum) {
        return new CallRetryPolicy(retryable, attempts, backoff, maximum);
    }

    /**
     * Returns the delay before the next call.
     *
     * @param attempt the number of calls so far
     * @param elapsed the time since the first call started
     * @return empty if no further call is allowed
     */
    public Optional<Duration> nextDelay(int attempt, Duration elapsed, RandomGenerator random) {
        if (attempt >= attempts) {
            return Optional.empty();
        }
        Duration delay = backoff.map(delays -> delays.delay(attempt, random)).orElse(Duration.ZERO);
        return Optional.of(delay).filter(pause -> elapsed.plus(pause).compareTo(limit) < 0);
    }
}
