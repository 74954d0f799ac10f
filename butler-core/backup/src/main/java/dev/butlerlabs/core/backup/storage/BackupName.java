package dev.butlerlabs.core.backup.storage;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/** The names of backup files: {@code <cluster>-<time>.butler-backup}. */
public final class BackupName {
    public static final String SUFFIX = ".butler-backup";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private static final String TIME_PATTERN = "-\\d{8}T\\d{6}Z";

    private BackupName() {}

    /** Returns the name of the backup of a cluster. */
    public static String of(String cluster, Instant time) {
        return cluster + "-" + TIME.format(time) + SUFFIX;
    }

    /** Returns whether a name is that of a backup of a cluster. */
    static boolean isOf(String cluster, String name) {
        return name.matches(Pattern.quote(cluster) + TIME_PATTERN + Pattern.quote(SUFFIX));
    }
}
