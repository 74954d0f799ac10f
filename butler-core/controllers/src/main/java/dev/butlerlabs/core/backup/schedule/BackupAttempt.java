package dev.butlerlabs.core.backup.schedule;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A backup that is due. It is recorded in the status before it starts. Immutable.
 *
 * @param slot the scheduled time, from which the name of the backup is derived: a repeated attempt finds what is stored
 * @param failures number of failed attempts
 * @param notBefore earliest time of the next attempt; empty if it may start
 */
record BackupAttempt(Instant slot, int failures, Optional<Instant> notBefore) {
    BackupAttempt {
        Objects.requireNonNull(slot, "slot");
        Objects.requireNonNull(notBefore, "notBefore");
    }

    static BackupAttempt first(Instant slot) {
        return new BackupAttempt(slot, 0, Optional.empty());
    }
}
