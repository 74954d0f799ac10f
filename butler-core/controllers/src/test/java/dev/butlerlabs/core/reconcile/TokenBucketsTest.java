package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TokenBucketsTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));
    private final TokenBuckets buckets = new TokenBuckets(3, Duration.ofMinutes(1), now::get);

    @Test
    void grantsABurstAndThenOneForEachRefill() {
        assertThat(granted("a", 10)).isEqualTo(3);

        now.updateAndGet(time -> time.plusSeconds(59));
        assertThat(granted("a", 10)).isZero();
        now.updateAndGet(time -> time.plusSeconds(1));
        assertThat(granted("a", 10)).isEqualTo(1);
        now.updateAndGet(time -> time.plus(Duration.ofHours(1)));
        assertThat(granted("a", 10)).isEqualTo(3);
    }

    @Test
    void oneTalkerDoesNotSilenceAnother() {
        granted("a", 10);

        assertThat(granted("b", 10)).isEqualTo(3);
    }

    @Test
    void aClockSetBackGrantsNothingExtra() {
        granted("a", 10);
        now.updateAndGet(time -> time.minus(Duration.ofHours(1)));

        assertThat(granted("a", 10)).isZero();
    }

    private long granted(String key, int asked) {
        return IntStream.range(0, asked).filter(i -> buckets.take(key)).count();
    }
}
