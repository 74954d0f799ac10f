package dev.butlerlabs.core.backup.storage;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The names of backup files: {@code <cluster>-<time>.butler-backup}. */
public final class BackupName {
    public static final String SUFFIX = ".butler-backup";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private BackupName() {}

    /** Returns the name of the backup of a cluster. */
    public static String of(String cluster, Instant time) {
        return cluster + "-" + TIME.format(time) + SUFFIX;
    }
}
