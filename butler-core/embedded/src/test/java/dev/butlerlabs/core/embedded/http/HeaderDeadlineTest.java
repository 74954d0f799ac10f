package dev.butlerlabs.core.embedded.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The limit for the headers of a request, without a server. */
@Timeout(20)
class HeaderDeadlineTest {
    private final HeaderDeadline deadline = new HeaderDeadline(Duration.ofMillis(50));

    @Test
    void theThreadIsInterruptedIfTheHeadersDoNotEnd() {
        deadline.prologue(null, null);

        assertThatThrownBy(() -> new CountDownLatch(1).await()).isInstanceOf(InterruptedException.class);
    }

    @Test
    void theThreadIsNotInterruptedOnceTheHeadersAreRead() throws InterruptedException {
        deadline.prologue(null, null);
        deadline.headers(null, null);

        assertThat(new CountDownLatch(1).await(200, TimeUnit.MILLISECONDS)).isFalse();
    }
}
