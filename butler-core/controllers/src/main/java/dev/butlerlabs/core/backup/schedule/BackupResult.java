package dev.butlerlabs.core.backup.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * A backup that is stored and was read back. Immutable.
 *
 * @param time when its content was read
 * @param kept number of backups of the cluster in the location
 */
record BackupResult(
        String name,
        Instant time,
        long bytes,
        int objects,
        boolean hasEtcd,
        int kept,
        List<String> warnings,
        Duration duration) {
    BackupResult {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(time, "time");
        warnings = List.copyOf(warnings);
        Objects.requireNonNull(duration, "duration");
    }
}
