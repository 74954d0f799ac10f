package dev.butlerlabs.adm.pool;

import dev.butlerlabs.adm.management.ClusterOptions;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.ipam.NetworkPools;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds a pool. */
@Command(
        name = "create",
        description = {
            "Add a pool of addresses.",
            "Without a range everything is shared out that is not reserved; the addresses of the network itself and of "
                    + "broadcast never are."
        },
        footer = {
            "  butleradm pool create lab --cidr 10.40.0.0/21 --reserve 10.40.0.0/28=rack",
            "  butleradm pool create lab --cidr 10.40.0.0/21 --range 10.40.1.0-10.40.7.254"
        })
final class PoolCreateCommand implements Runnable {
    private final Session session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NAME", description = "Name of the NetworkPool.")
    private String name;

    @Option(names = "--cidr", required = true, paramLabel = "CIDR", description = "The network the addresses are from.")
    private String cidr;

    @Option(
            names = "--reserve",
            paramLabel = "NETWORK",
            description =
                    "A part that is never shared out, with the reason after = if there is one; may be given many times.")
    private List<String> reserved = new ArrayList<>();

    @Option(
            names = "--range",
            paramLabel = "RANGE",
            description = "A part that is shared out, as first-last; may be given many times.")
    private List<String> ranges = new ArrayList<>();

    @Option(
            names = "--nodes-per-tenant",
            paramLabel = "N",
            defaultValue = "5",
            description = "Addresses for nodes of a tenant cluster that asks for no number; 5 when left out.")
    private int nodes;

    @Option(
            names = "--load-balancers-per-tenant",
            paramLabel = "N",
            defaultValue = "8",
            description = "Addresses for load balancers of a tenant cluster that asks for no number; 8 when left out.")
    private int balancers;

    PoolCreateCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        PoolInput input = new PoolInput(cidr, reserved, ranges, nodes, balancers);
        try (KubernetesClient client = ClusterOptions.connect(session, connection)) {
            NetworkPool made = new NetworkPools(client).create(ClusterOptions.named(connection, name), input.spec());
            output.printer(session, common).one(PoolListing.at(session.clock().instant()), made);
            if (!common.isQuiet()) {
                session.messages().print("See what fits into it with butleradm pool plan %s.".formatted(name));
            }
        }
    }
}
