package dev.butlerlabs.adm.backup;

import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.content.TenantContent;
import dev.butlerlabs.core.backup.storage.BackupStorage;
import dev.butlerlabs.core.backup.tenant.TenantContentSelection;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.backup.BackupKeyOptions;
import dev.butlerlabs.core.cli.backup.BackupStorageOptions;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.progress.ProgressReporter;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Restores the content of the tenant clusters of a management cluster. */
@Command(
        name = "restore-tenants",
        description = {
            "Restore the objects in all tenant clusters of a backup, or in one of them, after their data was lost. The TenantClusters must exist and be ready.",
            "A tenant cluster that has objects with other content is not changed. If interrupted, rerun the command to resume."
        },
        footer = {
            "  butleradm backup restore-tenants demo.butler-backup --key-file key",
            "  butleradm backup restore-tenants demo.butler-backup --from payments/web"
        })
final class TenantsRestoreCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Parameters(paramLabel = "BACKUP", description = "Path or s3:// URL of the backup.")
    private String location = "";

    @Option(
            names = "--from",
            paramLabel = "TENANT",
            description = "Tenant cluster of the backup to restore, as NAMESPACE/NAME.")
    private Optional<String> tenant = Optional.empty();

    @Option(names = "--force", description = "Overwrite objects that exist with other content.")
    private boolean force;

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private BackupKeyOptions keys = new BackupKeyOptions();

    @Mixin
    private BackupStorageOptions storages = new BackupStorageOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    TenantsRestoreCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (BackupStorage.LocalCopy copy = storages.open(session, location);
                BackupReader backup = BackupReader.open(copy.file(), keys.key(session, false));
                KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            List<TenantContent> contents = tenant.isPresent()
                    ? List.of(TenantContentSelection.of(backup, tenant))
                    : TenantContentSelection.all(backup);
            consent.prompts(session)
                    .confirm("Restore the objects of %s into %s?"
                            .formatted(CountFormatter.of(contents.size(), "tenant cluster"), client.getMasterUrl()));
            TenantsRestoreAction.Result result;
            try (ProgressDisplay display = common.progress(session, output.format())) {
                result = new TenantsRestoreAction(client, new ProgressReporter(display, session.clock()))
                        .restore(backup, contents, force);
            }
            print(result);
            result.requireComplete();
        }
    }

    private void print(TenantsRestoreAction.Result result) {
        result.warnings().forEach(warning -> session.messages().print("warning: " + warning));
        if (output.format().isDocument()) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("backup", location);
            document.put("restored", result.restored());
            document.put("failed", result.failed());
            document.put("warnings", result.warnings());
            output.printer(session, common).document(document);
            return;
        }
        session.terminal()
                .out()
                .println("%s restored into %s."
                        .formatted(
                                CountFormatter.of(
                                        result.restored().values().stream()
                                                .mapToInt(Integer::intValue)
                                                .sum(),
                                        "object"),
                                CountFormatter.of(result.restored().size(), "tenant cluster")));
    }
}
