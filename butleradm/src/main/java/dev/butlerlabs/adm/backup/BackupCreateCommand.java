package dev.butlerlabs.adm.backup;

import dev.butlerlabs.adm.status.StatusTarget;
import dev.butlerlabs.adm.status.StatusTargetOptions;
import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.storage.BackupStorage;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.backup.NewBackupOptions;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Creates a backup. */
@Command(
        name = "create",
        description = {
            "Write the etcd snapshot, Talos secrets, machine configurations, the objects and Secrets of Butler, Cluster API and tenant control planes, and"
                    + " the objects in tenant clusters to one encrypted file.",
            "Verifies the checksum of the etcd snapshot. The file appears when it is complete."
        },
        footer = {
            "  butleradm backup create demo --to /backups",
            "  butleradm backup create demo --to /backups --key-file key --keep-last 7",
            "  butleradm backup create demo --to s3://backups/butler --passphrase-file pass"
        })
final class BackupCreateCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private StatusTargetOptions selection = new StatusTargetOptions();

    @Mixin
    private NewBackupOptions backup = new NewBackupOptions();

    @Option(names = "--without-etcd", description = "Omit the etcd snapshot.")
    private boolean withoutEtcd;

    @Option(names = "--without-tenants", description = "Omit the objects in the APIs of the tenant clusters.")
    private boolean withoutTenants;

    BackupCreateCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        Optional<Integer> kept = backup.kept();
        StatusTarget target = selection.target(session);
        BackupStorage storage = backup.storage(session);
        BackupKey key = backup.key(session);
        BackupCreateAction.Result result;
        try (ProgressDisplay display = common.progress(session, output.format())) {
            BackupCreateAction action = new BackupCreateAction(
                    target, storage, key, new ProgressReporter(display, session.clock()), session.clock());
            result = action.create(new BackupScope(!withoutEtcd, !withoutTenants), backup.verify(), kept);
        }
        print(result);
    }

    private void print(BackupCreateAction.Result result) {
        result.warnings().forEach(warning -> session.messages().print("warning: " + warning));
        if (output.format().isDocument()) {
            output.printer(session, common).document(document(result));
            return;
        }
        session.terminal()
                .out()
                .println("Backup of cluster %s written to %s: %s, %.1f MiB%s."
                        .formatted(
                                result.manifest().cluster(),
                                result.location(),
                                CountFormatter.of(result.manifest().objects(), "object"),
                                result.bytes() / 1048576.0,
                                backup.verify() ? ", verified" : ""));
        if (!result.deleted().isEmpty()) {
            session.terminal().out().println("Deleted: %s".formatted(String.join(", ", result.deleted())));
        }
        if (!backup.verify() && !common.isQuiet()) {
            session.messages().print("Verify it: butleradm backup verify " + result.location());
        }
    }

    private Map<String, Object> document(BackupCreateAction.Result result) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("location", result.location());
        document.putAll(BackupDocument.of(result.manifest()));
        document.put("bytes", result.bytes());
        document.put("verified", backup.verify());
        document.put("deleted", result.deleted());
        document.put("warnings", result.warnings());
        return document;
    }
}
