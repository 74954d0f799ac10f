package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantObjectFinder;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows a tenant cluster with its machines and events. */
@Command(
        name = "describe",
        description = "Show details of a tenant cluster: status, conditions, addons, nodes and events.",
        footer = {"  butlerctl cluster describe demo", "  butlerctl cluster describe demo -n team-a"})
final class ClusterDescribeCommand implements Runnable {
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

    ClusterDescribeCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            TenantCluster cluster =
                    new TenantClusterClient(client).get(ManagementClusterContext.named(session, connection, name));
            if (output.format() == OutputFormat.TABLE || output.format() == OutputFormat.WIDE) {
                TenantObjectFinder parts = new TenantObjectFinder(client);
                TenantText text = new TenantText(
                        output.printer(session, common), session.clock().instant());
                text.facts(cluster);
                text.machines(parts.machines(cluster));
                text.events(parts.events(cluster));
            } else {
                output.printer(session, common)
                        .one(TenantTable.at(session.clock().instant(), true), cluster);
            }
        }
    }
}
