package dev.butlerlabs.core.backup.schedule;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What is recorded about a schedule. Immutable.
 *
 * @param next the time of the next backup; empty if it is not determined yet, or the schedule is suspended
 * @param attempt the backup that was started and is not complete
 * @param lastSlot the scheduled time of the last complete backup
 * @param handledRequest the last accepted request for a backup outside of the schedule
 */
record BackupScheduleState(
        Optional<Instant> next,
        Optional<BackupAttempt> attempt,
        Optional<Instant> lastSlot,
        Optional<String> handledRequest) {
    BackupScheduleState {
        Objects.requireNonNull(next, "next");
        Objects.requireNonNull(attempt, "attempt");
        Objects.requireNonNull(lastSlot, "lastSlot");
        Objects.requireNonNull(handledRequest, "handledRequest");
    }

    static final BackupScheduleState NEW =
            new BackupScheduleState(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    BackupScheduleState withNext(Optional<Instant> changed) {
        return new BackupScheduleState(changed, attempt, lastSlot, handledRequest);
    }

    BackupScheduleState withAttempt(Optional<BackupAttempt> changed) {
        return new BackupScheduleState(next, changed, lastSlot, handledRequest);
    }

    BackupScheduleState withRequest(String handled) {
        return new BackupScheduleState(next, attempt, lastSlot, Optional.of(handled));
    }

    /** Returns the state after a backup is complete. */
    BackupScheduleState completed(Instant slot) {
        return new BackupScheduleState(next, Optional.empty(), Optional.of(slot), handledRequest);
    }
}
