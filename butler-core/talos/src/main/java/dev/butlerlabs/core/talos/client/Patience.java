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
 * Waits for machines, never longer than a rule allows, and tells what it sees meanwhile.
 *
 * @param progress hears a sentence whenever what is seen changes
 */
public record Patience(Clock clock, Pause pause, Consumer<String> progress) {
    public Patience {
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(pause, "pause");
        Objects.requireNonNull(progress, "progress");
    }

    public static Patience real(Consumer<String> progress) {
        return new Patience(Clock.systemUTC(), Thread::sleep, progress);
    }

    /** Lets time pass. */
    public interface Pause {
        void sleep(Duration duration) throws InterruptedException;
    }

    /**
     * Tries again while the failure is one that the rule covers. Any other failure ends the wait at once.
     *
     * @param what completes "waiting until …"
     */
    public <T> T insist(RetryRule rule, String what, Supplier<T> attempt) {
        return until(rule, what, () -> new Seen<>("", Optional.of(attempt.get())));
    }

    /** Looks again until what is seen carries a result; failures that the rule covers count as seeing nothing yet. */
    public <T> T until(RetryRule rule, String what, Supplier<Seen<T>> look) {
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
                        "Waited %d s until %s; last seen: %s"
                                .formatted(rule.limit().toSeconds(), what, lastSeen));
            }
            rest(rule, what);
        }
    }

    private static <T> Seen<T> look(RetryRule rule, Supplier<Seen<T>> look) {
        try {
            return look.get();
        } catch (ButlerException e) {
            if (TalosErrors.cause(e).filter(rule::covers).isEmpty()) {
                throw e;
            }
            return new Seen<>(e.getMessage(), Optional.empty());
        }
    }

    private void rest(RetryRule rule, String what) {
        try {
            pause.sleep(rule.pause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "The wait until %s was interrupted.".formatted(what), e);
        }
    }

    /**
     * One look.
     *
     * @param sentence how things stand, for the person who waits
     * @param result present when the wait is over
     */
    public record Seen<T>(String sentence, Optional<T> result) {
        public Seen {
            Objects.requireNonNull(sentence, "sentence");
            Objects.requireNonNull(result, "result");
        }
    }
}
