package dev.butlerlabs.adm.backup;

import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.restore.BackupExtractor;
import dev.butlerlabs.core.backup.storage.BackupStorage;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.backup.BackupKeyOptions;
import dev.butlerlabs.core.cli.backup.BackupStorageOptions;
import dev.butlerlabs.core.progress.CountFormatter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Extracts the files of a backup. */
@Command(
        name = "extract",
        description = {
            "Decrypt a backup to files that only you can read: etcd.db, Talos secrets, machine configurations and objects.",
            "Checks the whole backup first. The files contain secrets."
        },
        footer = {
            "  butleradm backup extract demo.butler-backup demo-files",
            "  butleradm backup extract s3://backups/demo.butler-backup demo-files"
        })
final class BackupExtractCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(index = "0", paramLabel = "BACKUP", description = "Path or s3:// URL of the backup.")
    private String location = "";

    @Parameters(index = "1", paramLabel = "DIRECTORY", description = "Directory to create; it must not exist.")
    private Path directory = Path.of("");

    @Mixin
    private BackupKeyOptions keys = new BackupKeyOptions();

    @Mixin
    private BackupStorageOptions storages = new BackupStorageOptions();

    BackupExtractCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (BackupStorage.LocalCopy copy = storages.open(session, location);
                BackupReader backup = BackupReader.open(copy.file(), keys.key(session, false))) {
            int files = new BackupExtractor(backup).extract(directory);
            if (!common.isQuiet()) {
                session.terminal()
                        .out()
                        .println("%s extracted to %s. Delete them when you no longer need them."
                                .formatted(CountFormatter.of(files, "file"), directory));
            }
        }
    }
}
