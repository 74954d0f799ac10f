package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.progress.RunTimeline.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * The time axis of a run: places instants in percent of its duration, and chooses the ticks.
 *
 * @param length of the run, at least one millisecond
 * @param step between two ticks
 */
record TimelineAxis(Instant start, Duration length, Duration step) {
    private static final int MAX_TICKS = 10;
    private static final List<Duration> STEPS = List.of(
            Duration.ofMillis(100),
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofMinutes(1),
            Duration.ofMinutes(2),
            Duration.ofMinutes(5),
            Duration.ofMinutes(10),
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Duration.ofHours(6),
            Duration.ofDays(1));

    static TimelineAxis of(Run run) {
        Duration length = run.took().compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : run.took();
        Duration step = STEPS.stream()
                .filter(candidate -> length.dividedBy(candidate) <= MAX_TICKS)
                .findFirst()
                .orElseGet(STEPS::getLast);
        return new TimelineAxis(run.began(), length, step);
    }

    /** Returns the time of each tick since the start, from zero. */
    List<Duration> ticks() {
        return LongStream.rangeClosed(0, length.dividedBy(step))
                .mapToObj(step::multipliedBy)
                .toList();
    }

    /** Returns the place of an instant, from 0 to 100. */
    double percent(Instant at) {
        return Math.clamp(percent(Duration.between(start, at)), 0.0, 100.0);
    }

    double percent(Duration since) {
        return 100.0 * since.toMillis() / length.toMillis();
    }

    /** Returns a tick as text, such as {@code 30s} or {@code 5m}. */
    String label(Duration tick) {
        if (step.compareTo(Duration.ofSeconds(1)) < 0) {
            return String.format(Locale.ROOT, "%.1fs", tick.toMillis() / 1000.0);
        }
        if (step.compareTo(Duration.ofMinutes(1)) < 0) {
            long seconds = tick.toSeconds();
            return seconds < 60 ? seconds + "s" : "%dm%02ds".formatted(seconds / 60, seconds % 60);
        }
        long minutes = tick.toMinutes();
        return minutes < 60 ? minutes + "m" : "%dh%02dm".formatted(minutes / 60, minutes % 60);
    }
}
