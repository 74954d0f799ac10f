package dev.butlerlabs.core.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Time passes only while the retrier sleeps. */
class CallRetrierTest {
    private static final CallRetryPolicy UNREACHABLE =
            CallRetryPolicy.on(failure -> failure instanceof ButlerException e && e.code() == ErrorCode.UNREACHABLE);

    private Instant now = Instant.EPOCH;
    private int calls;
    private final List<Duration> pauses = new ArrayList<>();

    @AfterEach
    void clearInterruption() {
        Thread.interrupted();
    }

    @Test
    void returnsTheResultOfTheFirstSuccessfulCall() {
        assertThat(retrier(UNREACHABLE).call(() -> failing(2, ErrorCode.UNREACHABLE)))
                .isEqualTo("done");

        assertThat(calls).isEqualTo(3);
        assertThat(pauses).isEmpty();
    }

    @Test
    void sleepsWithGrowingDelays() {
        Backoff backoff = new Backoff(Duration.ofMillis(100), 2, Duration.ofMillis(300), 0);

        retrier(UNREACHABLE.withBackoff(backoff)).run(() -> failing(4, ErrorCode.UNREACHABLE));

        assertThat(pauses).extracting(Duration::toMillis).containsExactly(100L, 200L, 300L, 300L);
    }

    @Test
    void throwsTheLastFailureAfterTheLastAttempt() {
        assertThatThrownBy(() -> retrier(UNREACHABLE.withAttempts(3)).call(() -> failing(9, ErrorCode.UNREACHABLE)))
                .hasMessage("failure 3");

        assertThat(calls).isEqualTo(3);
    }

    @Test
    void throwsOtherFailuresAtOnce() {
        assertThatThrownBy(() -> retrier(UNREACHABLE).call(() -> failing(9, ErrorCode.FORBIDDEN)))
                .hasMessage("failure 1");
        assertThatThrownBy(() -> retrier(UNREACHABLE).call(() -> {
                    throw new IllegalStateException("bug");
                }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(calls).isEqualTo(1);
    }

    @Test
    void startsNoCallAtOrAfterTheLimit() {
        CallRetryPolicy policy = UNREACHABLE.withPause(Duration.ofSeconds(1)).within(Duration.ofSeconds(3));

        assertThatThrownBy(() -> retrier(policy).call(() -> failing(9, ErrorCode.UNREACHABLE)))
                .hasMessage("failure 3");

        assertThat(now).isEqualTo(Instant.EPOCH.plusSeconds(2));
    }

    @Test
    void reportsEachFailureThatIsRetried() {
        List<String> reported = new ArrayList<>();

        assertThatThrownBy(() -> retrier(UNREACHABLE.withAttempts(3))
                        .call(() -> failing(9, ErrorCode.UNREACHABLE), failure -> reported.add(failure.getMessage())))
                .hasMessage("failure 3");

        assertThat(reported).containsExactly("failure 1", "failure 2");
    }

    @Test
    void stopsWhenInterruptedWhileSleeping() {
        CallRetrier interrupted = new CallRetrier(
                UNREACHABLE.withPause(Duration.ofSeconds(1)),
                () -> now,
                pause -> {
                    throw new InterruptedException();
                },
                "Interrupted while connecting.");

        assertThatThrownBy(() -> interrupted.call(() -> failing(9, ErrorCode.UNREACHABLE)))
                .hasMessage("Interrupted while connecting.")
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));

        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(calls).isEqualTo(1);
    }

    @Test
    void requiresAtLeastOneAttempt() {
        assertThatThrownBy(() -> UNREACHABLE.withAttempts(0)).isInstanceOf(IllegalArgumentException.class);
    }

    private CallRetrier retrier(CallRetryPolicy policy) {
        return new CallRetrier(policy, () -> now, this::sleep, "interrupted");
    }

    private void sleep(Duration pause) {
        pauses.add(pause);
        now = now.plus(pause);
    }

    private String failing(int times, ErrorCode code) {
        if (calls++ < times) {
            throw new ButlerException(code, "failure " + calls);
        }
        return "done";
    }
}
