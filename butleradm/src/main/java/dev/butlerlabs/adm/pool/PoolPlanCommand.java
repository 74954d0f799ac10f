package dev.butlerlabs.adm.pool;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.ipam.NetworkPoolClient;
import dev.butlerlabs.core.ipam.PoolUsage;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks whether tenants fit into a pool. */
@Command(
        name = "plan",
        description = {
            "Check whether tenant clusters fit into a pool in its current state.",
            "Changes nothing.",
            "Fails if they do not fit."
        },
        footer = {
            "  butleradm pool plan lab-pool --tenants 10",
            "  butleradm pool plan lab-pool --tenant 10x5+8 --tenant 20+32"
        })
final class PoolPlanCommand implements Runnable {
    private final CommandContext session;

    @SuppressWarnings("unused") // set by picocli
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NAME", description = "Name of the NetworkPool.")
    private String name;

    @Option(
            names = "--tenants",
            paramLabel = "N",
            description = "Number of tenants with the default sizes of the pool.")
    private int tenants;

    @Option(
            names = "--tenant",
            paramLabel = "SHAPE",
            description =
                    "Tenants with their addresses, such as 3x5+8: three tenants, each with 5 node and 8 load balancer addresses; repeatable.")
    private List<String> shapes = new ArrayList<>();

    PoolPlanCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        List<TenantGroup> sets =
                new ArrayList<>(shapes.stream().map(TenantGroup::parse).toList());
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            PoolUsage usage = new NetworkPoolClient(client).usage(ManagementClusterConnection.named(connection, name));
            if (tenants > 0 || sets.isEmpty()) {
                sets.add(TenantGroup.usual(Math.max(tenants, 1), usage.shape()));
            }
            PoolPlan plan = PoolPlan.of(usage, sets);
            plan.lines().forEach(session.terminal().out()::println);
            plan.requireFit();
        }
    }
}
