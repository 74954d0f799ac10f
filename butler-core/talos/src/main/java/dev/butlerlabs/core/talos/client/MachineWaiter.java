package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Waits for machines with a timeout and reports progress.
 *
 * @param progress receives a message whenever the observed state changes
 */
public record MachineWaiter(Clock clock, Pause pause, Consumer<String> progress) {
    public MachineWaiter {
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(pause, "pause");
        Objects.requireNonNull(progress, "progress");
    }

    public static MachineWaiter real(Consumer<String> progress) {
        return new MachineWaiter(Clock.systemUTC(), Thread::sleep, progress);
    }

    /** Pauses the thread. */
    public interface Pause {
        void sleep(Duration duration) throws InterruptedException;
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
        Instant deadline = clock.instant().plus(rule.limit());
        String lastSeen = "";
        while (true) {
            Seen<T> seen = look(rule, look);
            if (seen.result().isPresent()) {
                return seen.result().get();
            }
            if (!seen.sentence().equals(lastSeen)) {
                lastSeen = seen.sentence();
                progress.accept("Waiting until %s: %s".formatted(what, lastSeen));
            }
            if (!clock.instant().plus(rule.pause()).isBefore(deadline)) {
                throw new ButlerException(
                        ErrorCode.TIMEOUT,
                        "Timed out after %d s waiting until %s. Last observed state: %s"
                                .formatted(rule.limit().toSeconds(), what, lastSeen));
            }
            rest(rule, what);
        }
    }

    private static <T> Seen<T> look(CallRetryPolicy rule, Supplier<Seen<T>> look) {
        try {
            return look.get();
        } catch (ButlerException e) {
            if (TalosErrorMapper.cause(e).filter(rule::covers).isEmpty()) {
                throw e;
            }
            return new Seen<>(e.getMessage(), Optional.empty());
        }
    }

    private void rest(CallRetryPolicy rule, String what) {
        try {
            pause.sleep(rule.pause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "Interrupted while waiting until %s.".formatted(what), e);
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
