package dev.butlerlabs.operator;

import dev.butlerlabs.core.backup.schedule.BackupMetrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Registers the metrics of scheduled backups. The last backup of a schedule that is not reconciled any more disappears: the schedule was
 * deleted, or another process leads. Thread-safe.
 */
final class ScheduledBackupMetrics implements BackupMetrics {
    /** Schedules are reconciled every five minutes. */
    private static final Duration FORGOTTEN = Duration.ofMinutes(15);

    private static final double MILLIS_PER_SECOND = 1e3;

    private final MeterRegistry registry;
    private final InstantSource clock;
    private final Map<String, Last> backups = new ConcurrentHashMap<>();
    private final MultiGauge times;
    private final MultiGauge durations;

    /** The last backup of a schedule, and when it was reported. */
    private record Last(Instant time, Duration duration, Instant reported) {}

    ScheduledBackupMetrics(MeterRegistry registry, InstantSource clock) {
        this.registry = registry;
        this.clock = clock;
        this.times = MultiGauge.builder("butler.backup.last.success.timestamp")
                .description("Time of the last complete backup of a schedule.")
                .baseUnit("seconds")
                .register(registry);
        this.durations = MultiGauge.builder("butler.backup.duration")
                .description("Duration of the last complete backup of a schedule.")
                .baseUnit("seconds")
                .register(registry);
    }

    @Override
    public void completed(String schedule, Instant time, Duration duration) {
        backups.put(schedule, new Last(time, duration, clock.instant()));
    }

    @Override
    public void failed(String schedule) {
        Counter.builder("butler.backup.failures")
                .description("Failed attempts to create a backup.")
                .tag("schedule", schedule)
                .register(registry)
                .increment();
    }

    /** Updates the gauges. */
    void refresh() {
        Instant oldest = clock.instant().minus(FORGOTTEN);
        backups.values().removeIf(last -> last.reported().isBefore(oldest));
        register(times, last -> last.time().toEpochMilli() / MILLIS_PER_SECOND);
        register(durations, last -> last.duration().toMillis() / MILLIS_PER_SECOND);
    }

    private void register(MultiGauge gauge, ToDoubleFunction<Last> value) {
        gauge.register(
                backups.entrySet().stream()
                        .map(entry -> MultiGauge.Row.of(
                                Tags.of("schedule", entry.getKey()), value.applyAsDouble(entry.getValue())))
                        .collect(Collectors.toList()),
                true);
    }
}
