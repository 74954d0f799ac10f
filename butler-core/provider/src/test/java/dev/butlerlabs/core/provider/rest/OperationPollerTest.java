package dev.butlerlabs.core.provider.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.retry.Backoff;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class OperationPollerTest {
    private Instant now = Instant.EPOCH;
    private int polls;
    private final OperationPoller poller = new OperationPoller(
            Backoff.constant(Duration.ofSeconds(1)), Duration.ofSeconds(5), () -> now, pause -> now = now.plus(pause));

    @Test
    void aFinishedOperationIsNotPolledAgain() {
        OperationStatus done = new OperationStatus.Succeeded(JsonDocument.object());

        assertThat(poller.await(() -> ++polls < 3 ? new OperationStatus.InProgress() : done))
                .isEqualTo(done);
        assertThat(polls).isEqualTo(3);
        assertThat(now).isEqualTo(Instant.EPOCH.plusSeconds(2));
    }

    @Test
    void aFailureIsReturned() {
        OperationStatus failed = new OperationStatus.Failed(JsonDocument.object());

        assertThat(poller.await(() -> failed)).isEqualTo(failed);
        assertThat(now).isEqualTo(Instant.EPOCH);
    }

    @Test
    void theLimitIsKept() {
        OperationStatus last = poller.await(() -> {
            polls++;
            return new OperationStatus.InProgress();
        });

        assertThat(last).isInstanceOf(OperationStatus.InProgress.class);
        assertThat(polls).isEqualTo(6);
        assertThat(now).isEqualTo(Instant.EPOCH.plusSeconds(5));
    }
}
