package dev.butlerlabs.adm.backup;

import dev.butlerlabs.core.backup.content.BackupManifest;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.content.TenantContent;
import dev.butlerlabs.core.backup.storage.BackupStorage;
import dev.butlerlabs.core.backup.verify.BackupVerifier;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.backup.BackupKeyOptions;
import dev.butlerlabs.core.cli.backup.BackupStorageOptions;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Verifies a backup. */
@Command(
        name = "verify",
        description = {
            "Decrypt a backup and check everything in it: all checksums, the etcd database, and that objects and etcd agree.",
            "Restores all objects into a scratch API on this machine and compares them. Contacts no cluster. Exits with 3 if the backup is not valid."
        },
        footer = {
            "  butleradm backup verify demo.butler-backup",
            "  butleradm backup verify s3://backups/demo.butler-backup --key-file key"
        })
final class BackupVerifyCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Parameters(paramLabel = "BACKUP", description = "Path or s3:// URL of the backup.")
    private String location = "";

    @Mixin
    private BackupKeyOptions keys = new BackupKeyOptions();

    @Mixin
    private BackupStorageOptions storages = new BackupStorageOptions();

    BackupVerifyCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (BackupStorage.LocalCopy copy = storages.open(session, location);
                BackupReader backup = BackupReader.open(copy.file(), keys.key(session, false))) {
            BackupVerifier.Result result;
            try (ProgressDisplay display = common.progress(session, output.format())) {
                ProgressReporter progress = new ProgressReporter(display, session.clock());
                result = VerificationReport.require(location, backup, progress, session.clock());
            }
            print(backup, result);
        }
    }

    private void print(BackupReader backup, BackupVerifier.Result result) {
        BackupManifest manifest = backup.manifest();
        List<TenantContent> tenants = backup.tenants();
        if (output.format().isDocument()) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("location", location);
            document.put("valid", true);
            document.putAll(BackupDocument.of(manifest));
            document.put("etcdKeys", new TreeMap<>(result.etcdKeys()));
            document.put("tenants", BackupDocument.tenants(tenants));
            output.printer(session, common).document(document);
            return;
        }
        if (manifest.objects() == 0 && !tenants.isEmpty()) {
            session.terminal()
                    .out()
                    .println("Backup of tenant cluster %s of %s is valid: %s."
                            .formatted(manifest.cluster(), manifest.time(), text(tenants)));
            return;
        }
        session.terminal()
                .out()
                .println("Backup of cluster %s of %s is valid: %s restored, %s%s."
                        .formatted(
                                manifest.cluster(),
                                manifest.time(),
                                CountFormatter.of(manifest.objects(), "object"),
                                manifest.etcd().isEmpty()
                                        ? "no etcd snapshot"
                                        : CountFormatter.of(
                                                        result.etcdKeys().values().stream()
                                                                .mapToInt(Integer::intValue)
                                                                .sum(),
                                                        "key")
                                                + " in the etcd snapshot",
                                tenants.isEmpty()
                                        ? ""
                                        : ", %s in %s"
                                                .formatted(
                                                        text(tenants),
                                                        CountFormatter.of(tenants.size(), "tenant cluster"))));
    }

    private static String text(List<TenantContent> tenants) {
        return CountFormatter.of(
                tenants.stream().mapToInt(TenantContent::objects).sum(), "object");
    }
}
