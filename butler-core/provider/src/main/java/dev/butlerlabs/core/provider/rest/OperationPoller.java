package dev.butlerlabs.core.provider.rest;

import dev.butlerlabs.core.retry.Backoff;
import dev.butlerlabs.core.retry.Sleeper;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * Polls an operation for a limited time. For operations that finish in seconds, whose failure has to be reported by the call that
 * started them; the state of longer ones is read from their resource later.
 */
public record OperationPoller(Backoff backoff, Duration limit, InstantSource clock, Sleeper sleeper) {
    public OperationPoller {
        Objects.requireNonNull(backoff, "backoff");
        Objects.requireNonNull(limit, "limit");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(sleeper, "sleeper");
    }

    /** Returns a poller that starts with short delays. */
    public static OperationPoller within(Duration limit) {
        return new OperationPoller(
                new Backoff(Duration.ofMillis(50), 2, Duration.ofSeconds(1), 0.2),
                limit,
                InstantSource.system(),
                Sleeper.SYSTEM);
    }

    /**
     * Polls until the operation has finished or the limit is reached.
     *
     * @return the last status; in progress if the limit was reached
     */
    public OperationStatus await(Supplier<OperationStatus> poll) {
        Instant end = clock.instant().plus(limit);
        OperationStatus status = poll.get();
        for (int attempt = 1; status instanceof OperationStatus.InProgress; attempt++) {
            Duration delay = backoff.delay(attempt, ThreadLocalRandom.current());
            if (clock.instant().plus(delay).isAfter(end)) {
                return status;
            }
            sleeper.pause(delay, "Interrupted while waiting for an operation of the infrastructure.");
            status = poll.get();
        }
        return status;
    }
}
