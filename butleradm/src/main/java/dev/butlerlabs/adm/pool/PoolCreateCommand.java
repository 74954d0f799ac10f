package dev.butlerlabs.adm.pool;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.ipam.NetworkPoolClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a NetworkPool. */
@Command(
        name = "create",
        description = {
            "Create a NetworkPool.",
            "Without --range, all addresses that are not reserved are allocatable, except the network and "
                    + "broadcast addresses."
        },
        footer = {
            "  butleradm pool create lab --cidr 10.40.0.0/21 --reserve 10.40.0.0/28=rack",
            "  butleradm pool create lab --cidr 10.40.0.0/21 --range 10.40.1.0-10.40.7.254"
        })
final class PoolCreateCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NAME", description = "Name of the NetworkPool.")
    private String name;

    @Option(names = "--cidr", required = true, paramLabel = "CIDR", description = "CIDR of the pool.")
    private String cidr;

    @Option(
            names = "--reserve",
            paramLabel = "NETWORK",
            description = "CIDR to exclude from allocation, as CIDR or CIDR=REASON; repeatable.")
    private List<String> reserved = new ArrayList<>();

    @Option(names = "--range", paramLabel = "RANGE", description = "Allocatable range as first-last; repeatable.")
    private List<String> ranges = new ArrayList<>();

    @Option(
            names = "--nodes-per-tenant",
            paramLabel = "N",
            defaultValue = "5",
            description = "Default number of node addresses per tenant cluster (default: 5).")
    private int nodes;

    @Option(
            names = "--load-balancers-per-tenant",
            paramLabel = "N",
            defaultValue = "8",
            description = "Default number of load balancer addresses per tenant cluster (default: 8).")
    private int balancers;

    PoolCreateCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        PoolInput input = new PoolInput(cidr, reserved, ranges, nodes, balancers);
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            NetworkPool made = new NetworkPoolClient(client)
                    .create(ManagementClusterConnection.named(connection, name), input.spec());
            output.printer(session, common).one(PoolTable.at(session.clock().instant()), made);
            if (!common.isQuiet()) {
                session.messages().print("Run 'butleradm pool plan %s' to check how many tenants fit.".formatted(name));
            }
        }
    }
}
