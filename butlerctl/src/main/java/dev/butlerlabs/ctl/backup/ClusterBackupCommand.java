package dev.butlerlabs.ctl.backup;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.storage.BackupStorage;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.backup.NewBackupOptions;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.ctl.cluster.ClusterNameCandidates;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Creates a backup of a tenant cluster. */
@Command(
        name = "backup",
        description = {
            "Write all objects of a tenant cluster, its TenantCluster and its addons to one encrypted file.",
            "Reads them through the API of the tenant cluster at one resource version, and changes nothing. Data of volumes is not included."
        },
        footer = {
            "  butlerctl cluster backup demo --to /backups --key-file key",
            "  butlerctl cluster backup demo --to s3://backups --key-file key --keep-last 7",
            "  butlerctl cluster backup demo --to . --tenant-kubeconfig demo.kubeconfig"
        })
public final class ClusterBackupCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = ClusterNameCandidates.class,
            description = "Name of the tenant cluster.")
    private String name;

    @Mixin
    private NewBackupOptions backup = new NewBackupOptions();

    @Mixin
    private TenantAccessOptions access = new TenantAccessOptions();

    public ClusterBackupCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        Optional<Integer> kept = backup.kept();
        BackupStorage storage = backup.storage(session);
        BackupKey key = backup.key(session);
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            TenantCluster cluster =
                    new TenantClusterClient(client).get(ManagementClusterContext.named(session, connection, name));
            TenantBackupAction.Result result;
            try (ProgressDisplay display = common.progress(session, output.format())) {
                result = new TenantBackupAction(
                                client,
                                access.access(client),
                                storage,
                                key,
                                new ProgressReporter(display, session.clock()),
                                session.clock())
                        .create(cluster, backup.verify(), kept);
            }
            print(result);
        }
    }

    private void print(TenantBackupAction.Result result) {
        result.warnings().forEach(warning -> session.messages().print("warning: " + warning));
        if (output.format().isDocument()) {
            output.printer(session, common).document(document(result));
            return;
        }
        session.terminal()
                .out()
                .println("Backup of tenant cluster %s written to %s: %s, %.1f MiB%s."
                        .formatted(
                                result.content().tenant(),
                                result.location(),
                                CountFormatter.of(result.content().objects(), "object"),
                                result.bytes() / 1048576.0,
                                backup.verify() ? ", verified" : ""));
        if (!result.deleted().isEmpty()) {
            session.terminal().out().println("Deleted: %s".formatted(String.join(", ", result.deleted())));
        }
        if (!common.isQuiet()) {
            session.messages().print("Restore it: butlerctl cluster restore " + result.location());
        }
    }

    private Map<String, Object> document(TenantBackupAction.Result result) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("location", result.location());
        document.put("namespace", result.content().namespace());
        document.put("name", result.content().name());
        document.put("time", result.time().toString());
        document.put("kubernetesVersion", result.content().kubernetesVersion());
        document.put("resourceVersion", result.content().resourceVersion());
        document.put("consistent", result.content().isConsistent());
        document.put("objects", new TreeMap<>(result.content().counts()));
        document.put("bytes", result.bytes());
        document.put("verified", backup.verify());
        document.put("deleted", result.deleted());
        document.put("warnings", result.warnings());
        return document;
    }
}
