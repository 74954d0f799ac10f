package dev.butlerlabs.core.backup.storage;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place for backups as users name it: a directory, or {@code s3://bucket/prefix}. A backup is named by its path or URL.
 *
 * @param parent the directory or prefix
 * @param name the last part
 */
public record BackupLocation(String parent, String name) {
    private static final Pattern S3 = Pattern.compile("s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:/(.*))?");

    /** Splits the path or URL of a backup. */
    public static BackupLocation ofBackup(String text) {
        int slash = text.lastIndexOf('/');
        return slash < 0
                ? new BackupLocation(".", text)
                : new BackupLocation(slash == 0 ? "/" : text.substring(0, slash), text.substring(slash + 1));
    }

    /**
     * Opens the storage of a directory or S3 URL.
     *
     * @throws ButlerException if it is not valid, or the directory does not exist
     */
    public static BackupStorage storage(String text, Supplier<S3Settings> settings, Clock clock) {
        if (!text.startsWith("s3:")) {
            return new DirectoryStorage(Path.of(text));
        }
        Matcher matcher = S3.matcher(text);
        if (!matcher.matches()) {
            throw new ButlerException(
                    ErrorCode.USAGE,
                    "invalid value \"%s\": not an S3 URL".formatted(text),
                    "Use s3://BUCKET or s3://BUCKET/PREFIX.");
        }
        String prefix = matcher.group(2) == null ? "" : matcher.group(2).replaceFirst("/+$", "");
        return new S3Storage(settings.get(), matcher.group(1), prefix, clock);
    }
}
