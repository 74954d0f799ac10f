package dev.butlerlabs.core.backup.schedule;

import java.time.Duration;
import java.time.Instant;

/** Receives measurements of scheduled backups. Implementations are thread-safe. */
public interface BackupMetrics {
    /** Ignores all measurements. */
    BackupMetrics NONE = new BackupMetrics() {
        @Override
        public void completed(String schedule, Instant time, Duration duration) {}

        @Override
        public void failed(String schedule) {}
    };

    /**
     * Receives the last complete backup of a schedule. Called repeatedly for the same backup, also by a process that did not create it.
     *
     * @param schedule the name of the BackupSchedule
     */
    void completed(String schedule, Instant time, Duration duration);

    /** Counts a failed attempt. */
    void failed(String schedule);
}
