package dev.butlerlabs.adm.pool;

import dev.butlerlabs.adm.management.ClusterOptions;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.ipam.NetworkPools;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows one NetworkPool. */
@Command(
        name = "get",
        description = "Show a NetworkPool.",
        footer = {"  butleradm pool get lab-pool", "  butleradm pool get lab-pool -o yaml"})
final class PoolGetCommand implements Runnable {
    private final Session session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NAME", description = "Name of the NetworkPool.")
    private String name;

    PoolGetCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterOptions.connect(session, connection)) {
            output.printer(session, common)
                    .one(
                            PoolListing.at(session.clock().instant()),
                            new NetworkPools(client).get(ClusterOptions.named(connection, name)));
        }
    }
}
