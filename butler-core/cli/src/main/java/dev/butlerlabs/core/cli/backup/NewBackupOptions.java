package dev.butlerlabs.core.cli.backup;

import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.storage.BackupStorage;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of the commands that create backups. */
public final class NewBackupOptions {
    @Option(
            names = "--to",
            required = true,
            paramLabel = "LOCATION",
            description = "Existing directory, or s3://BUCKET/PREFIX.")
    private String location = "";

    @Mixin
    private BackupKeyOptions keys = new BackupKeyOptions();

    @Mixin
    private BackupStorageOptions storages = new BackupStorageOptions();

    @Option(
            names = "--keep-last",
            paramLabel = "COUNT",
            description = "Delete the oldest backups of the cluster, and keep this many (default: keep all).")
    private Optional<Integer> kept = Optional.empty();

    @Option(names = "--verify", description = "Verify the backup before it is stored.")
    private boolean verify;

    /**
     * Returns the number of backups to keep.
     *
     * @throws ButlerException if it is not positive
     */
    public Optional<Integer> kept() {
        if (kept.isPresent() && kept.get() < 1) {
            throw new ButlerException(
                    ErrorCode.USAGE, "invalid value \"%d\" for --keep-last: must be at least 1".formatted(kept.get()));
        }
        return kept;
    }

    public boolean verify() {
        return verify;
    }

    public BackupStorage storage(CommandContext session) {
        return storages.storage(session, location);
    }

    /** Reads the passphrase or key; a passphrase that is typed must be repeated. */
    public BackupKey key(CommandContext session) {
        return keys.key(session, true);
    }
}
