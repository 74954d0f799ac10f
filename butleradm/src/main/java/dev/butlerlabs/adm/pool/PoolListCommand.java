package dev.butlerlabs.adm.pool;

import dev.butlerlabs.adm.management.ClusterOptions;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.ipam.NetworkPools;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the pools. */
@Command(
        name = "list",
        aliases = "ls",
        description = "Show the pools and how full they are, those in butler-system unless told otherwise.",
        footer = {"  butleradm pool list", "  butleradm pool list -A -o wide"})
final class PoolListCommand implements Runnable {
    private final Session session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    PoolListCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterOptions.connect(session, connection)) {
            List<NetworkPool> found = new NetworkPools(client)
                    .list(ClusterOptions.namespace(connection))
                    .warning(session.messages()::print);
            output.printer(session, common).list(PoolListing.at(session.clock().instant()), found);
            if (found.isEmpty() && !common.isQuiet()) {
                session.messages().print("There are none. Add one with butleradm pool create.");
            }
        }
    }
}
