package dev.butlerlabs.adm.pool;

import dev.butlerlabs.adm.management.ClusterOptions;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.ipam.NetworkPools;
import dev.butlerlabs.core.ipam.PoolUsage;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says whether tenants fit into a pool. */
@Command(
        name = "plan",
        description = {
            "Say whether tenant clusters fit into a pool as it is now; nothing is changed.",
            "Ends with an error when they do not."
        },
        footer = {
            "  butleradm pool plan lab-pool --tenants 10",
            "  butleradm pool plan lab-pool --tenant 10x5+8 --tenant 20+32"
        })
final class PoolPlanCommand implements Runnable {
    private final Session session;

    @SuppressWarnings("unused") // read by the frame alone
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NAME", description = "Name of the NetworkPool.")
    private String name;

    @Option(names = "--tenants", paramLabel = "N", description = "So many tenants with what the pool gives by default.")
    private int tenants;

    @Option(
            names = "--tenant",
            paramLabel = "SHAPE",
            description =
                    "Tenants and their addresses, as 3x5+8: three with 5 for nodes and 8 for load balancers each; may be given many times.")
    private List<String> shapes = new ArrayList<>();

    PoolPlanCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        List<TenantSet> sets =
                new ArrayList<>(shapes.stream().map(TenantSet::parse).toList());
        try (KubernetesClient client = ClusterOptions.connect(session, connection)) {
            PoolUsage usage = new NetworkPools(client).usage(ClusterOptions.named(connection, name));
            if (tenants > 0 || sets.isEmpty()) {
                sets.add(TenantSet.usual(Math.max(tenants, 1), usage.shape()));
            }
            PoolPlan plan = PoolPlan.of(usage, sets);
            plan.lines().forEach(session.terminal().out()::println);
            plan.requireFit();
        }
    }
}
