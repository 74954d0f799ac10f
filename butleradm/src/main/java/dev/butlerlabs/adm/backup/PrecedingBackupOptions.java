package dev.butlerlabs.adm.backup;

import dev.butlerlabs.adm.status.StatusTarget;
import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.storage.BackupStorage;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.backup.BackupKeyOptions;
import dev.butlerlabs.core.cli.backup.BackupStorageOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of a command that creates a backup before it changes a cluster, unless the user declines. */
public final class PrecedingBackupOptions {
    @Option(
            names = "--backup-to",
            paramLabel = "LOCATION",
            description = "Create a backup first, in an existing directory or s3://BUCKET/PREFIX.")
    private Optional<String> location = Optional.empty();

    @Option(names = "--no-backup", description = "Do not create a backup first.")
    private boolean declined;

    @Mixin
    private BackupKeyOptions keys = new BackupKeyOptions();

    @Mixin
    private BackupStorageOptions storages = new BackupStorageOptions();

    /** Creates the backup. */
    public interface Backup {
        /**
         * Creates and verifies the backup.
         *
         * @return where it is stored
         */
        String create(ProgressReporter progress);
    }

    /**
     * Returns the backup to create; empty if the user declined. Reads the passphrase or key.
     *
     * @throws ButlerException if the user neither requested nor declined a backup, or the key cannot be read
     */
    public Optional<Backup> backup(CommandContext session, StatusTarget target) {
        if (location.isPresent() == declined) {
            throw new ButlerException(
                    ErrorCode.USAGE,
                    declined
                            ? "--backup-to and --no-backup exclude each other."
                            : "A backup is required before the cluster is changed.",
                    "Pass --backup-to LOCATION with --key-file or --passphrase-file, or --no-backup.");
        }
        if (declined) {
            return Optional.empty();
        }
        BackupStorage storage = storages.storage(session, location.orElseThrow());
        BackupKey key = keys.key(session, true);
        return Optional.of(progress -> new BackupCreateAction(target, storage, key, progress, session.clock())
                .create(BackupScope.COMPLETE, true, Optional.empty())
                .location());
    }
}
