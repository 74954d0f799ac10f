package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.resource.DescribeAction;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantObjectFinder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Describes tenant clusters with their machines and events. */
@Command(
        name = "describe",
        description = "Show details of tenant clusters: status, conditions, addons, nodes and events.",
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
            arity = "1..*",
            paramLabel = "NAME",
            completionCandidates = ClusterNameCandidates.class,
            description = "Names of the tenant clusters.")
    private List<String> names = new ArrayList<>();

    ClusterDescribeCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            TenantClusterClient clusters = new TenantClusterClient(client);
            TenantObjectFinder parts = new TenantObjectFinder(client);
            new DescribeAction(session, common, output, client)
                    .describeWithout(
                            names,
                            name -> clusters.get(ManagementClusterContext.named(session, connection, name)),
                            TenantTable.at(session.clock().instant(), true),
                            (printer, cluster) -> {
                                TenantText text =
                                        new TenantText(printer, session.clock().instant());
                                text.facts(cluster);
                                text.machines(parts.machines(cluster));
                                text.events(parts.events(cluster));
                            });
        }
    }
}
