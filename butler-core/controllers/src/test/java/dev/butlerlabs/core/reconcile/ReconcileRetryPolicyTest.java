package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.retry.Backoff;
import io.javaoperatorsdk.operator.processing.retry.RetryExecution;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReconcileRetryPolicyTest {
    private static final ReconcileRetryPolicy EXACT =
            new ReconcileRetryPolicy(new Backoff(Duration.ofSeconds(1), 2, Duration.ofSeconds(5), 0));

    @Test
    void theSdkRetriesWithoutAnEndAndWithGrowingDelays() {
        RetryExecution execution = EXACT.initExecution();

        List<Long> delays = Stream.generate(() -> execution.nextDelay().orElseThrow())
                .limit(5)
                .toList();

        assertThat(delays).containsExactly(1000L, 2000L, 4000L, 5000L, 5000L);
        assertThat(execution.getAttemptCount()).isEqualTo(5);
        assertThat(execution.isLastAttempt()).isFalse();
    }

    @Test
    void eachObjectStartsWithTheFirstDelay() {
        RetryExecution first = EXACT.initExecution();
        first.nextDelay();
        first.nextDelay();

        assertThat(EXACT.initExecution().nextDelay()).contains(1000L);
        assertThat(EXACT.delay(3)).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void attemptsAreCountedForEachObjectUntilItIsWell() {
        FailureCounter attempts = new FailureCounter();
        attempts.next("a");
        attempts.next("b");

        assertThat(attempts.next("a")).isEqualTo(2);
        attempts.forget("a");
        assertThat(attempts.next("a")).isEqualTo(1);
        assertThat(attempts.next("b")).isEqualTo(2);
    }
}
