package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows one tenant cluster. */
@Command(
        name = "get",
        description = "Show a tenant cluster with its conditions and addons.",
        footer = {"  butlerctl cluster get demo", "  butlerctl cluster get demo -o yaml"})
final class ClusterGetCommand implements Runnable {
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

    ClusterGetCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            TenantCluster cluster =
                    new TenantClusterClient(client).get(ManagementClusterContext.named(session, connection, name));
            if (output.format() == OutputFormat.TABLE) {
                new TenantText(output.printer(session, common), session.clock().instant()).facts(cluster);
            } else {
                output.printer(session, common)
                        .one(TenantTable.at(session.clock().instant(), true), cluster);
            }
        }
    }
}
