package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.retry.CallRetryPolicy;
import dev.butlerlabs.core.retry.Sleeper;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Waits for machines with a timeout and reports progress.
 *
 * @param progress receives a message whenever the observed state changes
 */
public record MachineWaiter(Clock clock, Sleeper sleeper, Consumer<String> progress) {
    public MachineWaiter {
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(sleeper, "sleeper");
        Objects.requireNonNull(progress, "progress");
    }

    public static MachineWaiter real(Consumer<String> progress) {
        return new MachineWaiter(Clock.systemUTC(), Sleeper.SYSTEM, progress);
    }

    /**
     * Repeats an attempt while it fails with a cause that the rule covers. Other failures are thrown at once.
     *
     * @param what completes "waiting until …"
     */
    public <T> T insist(CallRetryPolicy rule, String what, Supplier<T> attempt) {
        return until(rule, what, () -> new Seen<>("", Optional.of(attempt.get())));
    }

    /**
     * Polls until an observation has a result. Failures that the rule covers count as observations without a result.
     *
     * @throws ButlerException with {@code TIMEOUT} if no result arrives in time
     */
    public <T> T until(CallRetryPolicy rule, String what, Supplier<Seen<T>> look) {
        Instant start = clock.instant();
        String lastSeen = "";
        for (int attempt = 1; ; attempt++) {
            Seen<T> seen = look(rule, look);
            if (seen.result().isPresent()) {
                return seen.result().get();
            }
            if (!seen.sentence().equals(lastSeen)) {
                lastSeen = seen.sentence();
                progress.accept("Waiting until %s: %s".formatted(what, lastSeen));
            }
            Duration delay = rule.nextDelay(
                            attempt, Duration.between(start, clock.instant()), ThreadLocalRandom.current())
                    .orElseThrow(() -> timeout(rule, what, seen.sentence()));
            sleeper.pause(delay, "Interrupted while waiting until %s.".formatted(what));
        }
    }

    private static ButlerException timeout(CallRetryPolicy rule, String what, String lastSeen) {
        return new ButlerException(
                ErrorCode.TIMEOUT,
                "Timed out after %d s waiting until %s. Last observed state: %s"
                        .formatted(rule.limit().toSeconds(), what, lastSeen));
    }

    private static <T> Seen<T> look(CallRetryPolicy rule, Supplier<Seen<T>> look) {
        try {
            return look.get();
        } catch (ButlerException e) {
            if (!rule.retryable().test(e)) {
                throw e;
            }
            return new Seen<>(e.getMessage(), Optional.empty());
        }
    }

    /**
     * An observation.
     *
     * @param sentence the observed state
     * @param result present if the wait is over
     */
    public record Seen<T>(String sentence, Optional<T> result) {
        public Seen {
            Objects.requireNonNull(sentence, "sentence");
            Objects.requireNonNull(result, "result");
        }
    }
}
