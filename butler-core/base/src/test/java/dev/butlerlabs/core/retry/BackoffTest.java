package dev.butlerlabs.core.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final Backoff EXACT = new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0);

    @Test
    void growsUpToItsCap() {
        Random random = new Random(1);

        assertThat(IntStream.rangeClosed(1, 8)
                        .mapToObj(attempt -> EXACT.delay(attempt, random).toSeconds()))
                .containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
    }

    @Property
    void staysBetweenTheJitterAndTheCap(@ForAll @IntRange(min = 0, max = 100_000) int attempt, @ForAll long seed) {
        Backoff backoff = new Backoff(Duration.ofSeconds(1), 2, Duration.ofMinutes(2), 0.3);
        Duration exact = new Backoff(backoff.first(), backoff.factor(), backoff.cap(), 0).delay(attempt, new Random(1));

        assertThat(backoff.delay(attempt, new Random(seed)))
                .isLessThanOrEqualTo(exact)
                .isGreaterThanOrEqualTo(Duration.ofMillis((long) (exact.toMillis() * (1 - backoff.jitter())) - 1));
    }

    @Test
    void refusesNonsense() {
        assertThatThrownBy(() -> new Backoff(Duration.ZERO, 2, Duration.ofSeconds(1), 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Backoff(Duration.ofSeconds(1), 0.5, Duration.ofSeconds(1), 0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
