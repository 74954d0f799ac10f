package dev.butlerlabs.ctl.gitops;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.DestinationOptions;
import dev.butlerlabs.core.cli.gitops.RepositoryExportAction;
import dev.butlerlabs.core.cli.output.YamlTextWriter;
import dev.butlerlabs.core.gitops.PlatformExporter;
import dev.butlerlabs.ctl.cluster.ClusterNameCandidates;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Exports a tenant cluster and its addons as the files of a Git repository. */
@Command(
        name = "export",
        description = {
            "Export a tenant cluster and its addons as files for the Git repository of the platform.",
            "Secrets, statuses and objects that controllers create are omitted."
        },
        footer = {"  butlerctl cluster gitops export demo --output platform/clusters/demo"})
final class TenantGitOpsExportCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Mixin
    private DestinationOptions destination = new DestinationOptions();

    @Parameters(
            paramLabel = "CLUSTER",
            completionCandidates = ClusterNameCandidates.class,
            description = "Name of the tenant cluster.")
    private String cluster;

    TenantGitOpsExportCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            new RepositoryExportAction(session, common, destination)
                    .write(() -> new PlatformExporter(client, YamlTextWriter::of)
                            .tenant(ManagementClusterContext.named(session, connection, cluster)));
        }
    }
}
