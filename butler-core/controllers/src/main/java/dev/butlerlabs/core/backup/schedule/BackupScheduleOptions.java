package dev.butlerlabs.core.backup.schedule;

import dev.butlerlabs.core.retry.Backoff;
import java.time.Duration;
import java.util.Objects;

/**
 * The intervals of scheduled backups. Immutable.
 *
 * @param poll the interval while a backup runs
 * @param recheck the maximum time between two checks of a schedule
 * @param retries the delays after failures
 * @param limit the maximum duration of a backup
 */
public record BackupScheduleOptions(Duration poll, Duration recheck, Backoff retries, Duration limit) {
    public BackupScheduleOptions {
        Objects.requireNonNull(poll, "poll");
        Objects.requireNonNull(recheck, "recheck");
        Objects.requireNonNull(retries, "retries");
        Objects.requireNonNull(limit, "limit");
    }

    public static BackupScheduleOptions standard() {
        return new BackupScheduleOptions(
                Duration.ofSeconds(5),
                Duration.ofMinutes(5),
                new Backoff(Duration.ofMinutes(1), 2, Duration.ofHours(1), 0),
                Duration.ofHours(3));
    }

    /** Returns short intervals for simulated clusters. */
    public static BackupScheduleOptions rehearsal() {
        return new BackupScheduleOptions(
                Duration.ofMillis(200),
                Duration.ofSeconds(10),
                new Backoff(Duration.ofSeconds(2), 2, Duration.ofSeconds(30), 0),
                Duration.ofMinutes(5));
    }
}
