package dev.butlerlabs.core.reconcile;

import dev.butlerlabs.core.retry.Backoff;
import io.javaoperatorsdk.operator.processing.retry.Retry;
import io.javaoperatorsdk.operator.processing.retry.RetryExecution;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Decides when an object is reconciled again after transient failures, and when the host starts again. The number of retries is not limited.
 * The Java Operator SDK uses it for exceptions outside of the steps, such as a status that could not be written. Immutable.
 *
 * @param backoff the delays between retries
 */
public record ReconcileRetryPolicy(Backoff backoff) implements Retry {
    public ReconcileRetryPolicy {
        Objects.requireNonNull(backoff, "backoff");
    }

    public static ReconcileRetryPolicy standard() {
        return new ReconcileRetryPolicy(new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(2), 0.3));
    }

    /**
     * Returns the delay before the next reconciliation.
     *
     * @param failures the number of failures in a row, at least 1
     */
    Duration delay(int failures) {
        return backoff.delay(failures, ThreadLocalRandom.current());
    }

    @Override
    public RetryExecution initExecution() {
        return new Execution();
    }

    /** The failures of one object. The SDK calls it from one thread at a time. */
    private final class Execution implements RetryExecution {
        private int failures;

        @Override
        public Optional<Long> nextDelay() {
            failures++;
            return Optional.of(delay(failures).toMillis());
        }

        @Override
        public int getAttemptCount() {
            return failures;
        }

        @Override
        public boolean isLastAttempt() {
            return false;
        }
    }
}
