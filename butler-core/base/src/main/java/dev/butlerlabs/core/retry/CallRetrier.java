package dev.butlerlabs.core.retry;

import dev.butlerlabs.core.error.ButlerException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Repeats a call as its policy allows. Thread-safe.
 *
 * @param interrupted the message of the exception if the thread is interrupted between two calls
 */
public record CallRetrier(CallRetryPolicy policy, InstantSource clock, Sleeper sleeper, String interrupted) {
    public CallRetrier {
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(sleeper, "sleeper");
        Objects.requireNonNull(interrupted, "interrupted");
    }

    public CallRetrier(CallRetryPolicy policy) {
        this(policy, InstantSource.system(), Sleeper.SYSTEM, "Interrupted while waiting to repeat a request.");
    }

    /**
     * Calls until a call succeeds.
     *
     * @throws ButlerException with CANCELLED if the thread is interrupted between two calls
     * @throws RuntimeException the failure of the last call, if it is not retryable or no further call is allowed
     */
    public <T> T call(Supplier<T> call) {
        return call(call, failure -> {});
    }

    /**
     * Calls until a call succeeds.
     *
     * @param beforeRetry receives each failure after which the call is repeated
     * @see #call(Supplier)
     */
    public <T> T call(Supplier<T> call, Consumer<RuntimeException> beforeRetry) {
        Instant start = clock.instant();
        for (int attempt = 1; ; attempt++) {
            try {
                return call.get();
            } catch (RuntimeException e) {
                Duration delay = delayAfter(e, attempt, start).orElseThrow(() -> e);
                beforeRetry.accept(e);
                if (delay.isPositive()) {
                    sleeper.pause(delay, interrupted);
                }
            }
        }
    }

    /**
     * Calls until a call succeeds.
     *
     * @see #call(Supplier)
     */
    public void run(Runnable call) {
        Boolean _ = call(() -> {
            call.run();
            return true;
        });
    }

    private Optional<Duration> delayAfter(RuntimeException failure, int attempt, Instant start) {
        return policy.retryable().test(failure)
                ? policy.nextDelay(attempt, Duration.between(start, clock.instant()), ThreadLocalRandom.current())
                : Optional.empty();
    }
}
