package dev.butlerlabs.core.backup.storage;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Writes backups and stores them. A backup that is not valid leaves nothing behind.
 *
 * @param prefix the name of the cluster in the names of its backups
 */
public record StoredBackupWriter(BackupStorage storage, String prefix, Clock clock) {
    /** The age of remains of other backups that no process can still be writing. */
    private static final Duration ABANDONED = Duration.ofHours(6);

    /**
     * A stored backup.
     *
     * @param location path or URL
     * @param content what the backup contains
     */
    public record Stored<T>(String location, long bytes, T content) {}

    /**
     * Deletes what killed processes left behind.
     *
     * @param name the backup that is written next
     * @return a warning if the storage does not permit it
     */
    public Optional<String> cleanUp(String name) {
        try {
            storage.cleanUp(prefix, name, clock.instant().minus(ABANDONED));
            return Optional.empty();
        } catch (ButlerException e) {
            if (e.kind() != ErrorKind.DENIED) {
                throw e;
            }
            // Incomplete uploads are not visible as backups.
            return Optional.of("Incomplete uploads cannot be deleted: " + e.getMessage());
        }
    }

    /**
     * Writes and stores a backup.
     *
     * @param write writes and checks the file, and throws if it must not be stored
     */
    public <T> Stored<T> write(String name, Function<Path, T> write) {
        Path file = storage.prepare(name);
        try {
            T content = write.apply(file);
            long bytes = Files.size(file);
            return new Stored<>(storage.publish(file, name), bytes, content);
        } catch (IOException e) {
            storage.discard(file);
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot read %s: %s.".formatted(file, e.getMessage()), e);
        } catch (RuntimeException e) {
            storage.discard(file);
            throw e;
        }
    }
}
