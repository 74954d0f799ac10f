package dev.butlerlabs.core.backup.schedule;

import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.storage.BackupLocation;
import dev.butlerlabs.core.backup.storage.BackupStorage;
import dev.butlerlabs.core.backup.storage.S3Settings;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;

/**
 * The spec of a schedule with the content of its Secrets. Its text form contains no secret. Immutable.
 *
 * @param s3 empty if backups are stored in a directory
 */
record BackupSettings(CronExpression schedule, String location, Optional<S3Settings> s3, BackupKey key) {
    BackupSettings {
        Objects.requireNonNull(schedule, "schedule");
        Objects.requireNonNull(location, "location");
        Objects.requireNonNull(s3, "s3");
        Objects.requireNonNull(key, "key");
    }

    /** @throws dev.butlerlabs.core.error.ButlerException if the directory does not exist */
    BackupStorage storage(Clock clock) {
        return BackupLocation.storage(location, s3::orElseThrow, clock);
    }
}
