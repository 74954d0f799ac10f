package dev.butlerlabs.core.backup.schedule;

import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.storage.BackupName;
import dev.butlerlabs.core.backup.storage.BackupStorage;
import dev.butlerlabs.core.backup.storage.StoredBackup;
import dev.butlerlabs.core.backup.storage.StoredBackupWriter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Creates one backup, reads it back, and then deletes old ones. Can be repeated after it was interrupted at any point: a stored backup of the
 * same scheduled time is not written again.
 */
final class BackupTask {
    private final BackupSource source;
    private final Supplier<BackupStorage> storages;
    private final BackupKey key;
    private final Optional<Integer> keepLast;
    private final BooleanSupplier isActive;
    private final Clock clock;

    /**
     * Prepares a backup.
     *
     * @param storages opens the storage
     * @param keepLast empty to keep all backups
     * @param isActive whether this process is still responsible; if not, nothing is stored or deleted
     */
    BackupTask(
            BackupSource source,
            Supplier<BackupStorage> storages,
            BackupKey key,
            Optional<Integer> keepLast,
            BooleanSupplier isActive,
            Clock clock) {
        this.source = source;
        this.storages = storages;
        this.key = key;
        this.keepLast = keepLast;
        this.isActive = isActive;
        this.clock = clock;
    }

    /**
     * Creates the backup of a scheduled time.
     *
     * @throws ButlerException if it is not stored, or cannot be read back; no other backup is deleted then
     */
    BackupResult run(Instant slot) {
        Instant start = clock.instant();
        List<String> warnings = new ArrayList<>();
        BackupStorage storage = storages.get();
        String cluster = source.cluster();
        String name = BackupName.of(cluster, slot);
        StoredBackupWriter writer = new StoredBackupWriter(storage, cluster, clock);
        writer.cleanUp(name).ifPresent(warnings::add);
        boolean isStored =
                storage.list().stream().anyMatch(backup -> backup.name().equals(name));
        if (!isStored) {
            warnings.addAll(writer.write(name, file -> write(file, cluster)).content());
        }
        BackupResult result = check(storage, name, !isStored);
        requireActive();
        keepLast.ifPresent(count -> storage.retain(cluster, count, name));
        return completed(result, storage.list(), cluster, warnings, Duration.between(start, clock.instant()));
    }

    private List<String> write(Path file, String cluster) {
        List<String> warnings = source.write(file, cluster, clock.instant().truncatedTo(ChronoUnit.SECONDS), key);
        requireActive();
        return warnings;
    }

    /** Decrypts what the storage returns, and compares every entry with the manifest. */
    private BackupResult check(BackupStorage storage, String name, boolean isNew) {
        try (BackupStorage.LocalCopy copy = storage.open(name);
                BackupReader backup = BackupReader.open(copy.file(), key)) {
            return new BackupResult(
                    name,
                    backup.manifest().time(),
                    0,
                    backup.manifest().objects(),
                    backup.manifest().etcd().isPresent(),
                    0,
                    List.of(),
                    Duration.ZERO);
        } catch (ButlerException e) {
            if (isNew && e.code() == ErrorCode.BACKUP_DAMAGED) {
                storage.delete(name);
            }
            throw e;
        }
    }

    private void requireActive() {
        if (!isActive.getAsBoolean()) {
            throw new ButlerException(ErrorCode.CANCELLED, "Another process is responsible for the backup.");
        }
    }

    private static BackupResult completed(
            BackupResult checked, List<StoredBackup> all, String cluster, List<String> warnings, Duration duration) {
        long bytes = all.stream()
                .filter(backup -> backup.name().equals(checked.name()))
                .mapToLong(StoredBackup::bytes)
                .sum();
        int kept = (int) all.stream().filter(backup -> backup.isOf(cluster)).count();
        return new BackupResult(
                checked.name(), checked.time(), bytes, checked.objects(), checked.hasEtcd(), kept, warnings, duration);
    }
}
