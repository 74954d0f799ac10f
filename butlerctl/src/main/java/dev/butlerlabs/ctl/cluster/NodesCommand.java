package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.core.tenant.change.TenantMachine;
import dev.butlerlabs.core.tenant.change.TenantObjectFinder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists the worker machines of a tenant cluster. */
@Command(
        name = "nodes",
        description = "List the machines of a tenant cluster and their nodes.",
        footer = {"  butlerctl cluster nodes demo", "  butlerctl cluster nodes demo -o json"})
final class NodesCommand implements Runnable {
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

    NodesCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            TenantCluster cluster =
                    new TenantClusterClient(client).get(ManagementClusterContext.named(session, connection, name));
            List<TenantMachine> machines = new TenantObjectFinder(client).machines(cluster);
            output.printer(session, common).list(MachineTable.LISTING, machines);
            if (machines.isEmpty() && !common.isQuiet()) {
                session.messages().print("No machines found for TenantCluster \"%s\".".formatted(name));
            }
        }
    }
}
