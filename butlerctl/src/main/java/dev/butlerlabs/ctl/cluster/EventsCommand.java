package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.resource.EventTable;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantEvent;
import dev.butlerlabs.core.tenant.change.TenantObjectFinder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists the events of a tenant cluster. */
@Command(
        name = "events",
        description = "List the events of a tenant cluster and its resources, latest last.",
        footer = {"  butlerctl cluster events demo", "  butlerctl cluster events demo -o json"})
final class EventsCommand implements Runnable {
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

    EventsCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            TenantCluster cluster =
                    new TenantClusterClient(client).get(ManagementClusterContext.named(session, connection, name));
            List<TenantEvent> events = new TenantObjectFinder(client).events(cluster);
            output.printer(session, common).list(EventTable.at(session.clock().instant()), events);
            if (events.isEmpty() && !common.isQuiet()) {
                session.messages().print("No events found for TenantCluster \"%s\".".formatted(name));
            }
        }
    }
}
