package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ResyncSpreadTest {
    private static final Duration RESYNC = Duration.ofMinutes(10);

    @Test
    void intervalsAreBetweenThreeQuartersAndAllOfTheConfiguredOne() {
        assertThat(intervals())
                .allSatisfy(interval -> assertThat(interval)
                        .isGreaterThanOrEqualTo(RESYNC.multipliedBy(3).dividedBy(4))
                        .isLessThanOrEqualTo(RESYNC));
    }

    @Test
    void objectsAreSpreadEvenly() {
        Map<Long, Long> perTenth = intervals().stream()
                .collect(Collectors.groupingBy(
                        interval -> (interval.toMillis() - RESYNC.toMillis() * 3 / 4) * 10 / (RESYNC.toMillis() / 4),
                        Collectors.counting()));

        assertThat(perTenth.values()).hasSizeGreaterThanOrEqualTo(10);
        assertThat(LongStream.range(0, 10).mapToObj(perTenth::get)).allMatch(count -> count > 50 && count < 150);
    }

    @Test
    void anObjectKeepsItsInterval() {
        assertThat(ResyncSpread.interval("uid", RESYNC)).isEqualTo(ResyncSpread.interval("uid", RESYNC));
    }

    private static List<Duration> intervals() {
        return IntStream.range(0, 1000)
                .mapToObj(number ->
                        ResyncSpread.interval("%08x-0000-4000-8000-%012x".formatted(number * 7919, number), RESYNC))
                .toList();
    }
}
