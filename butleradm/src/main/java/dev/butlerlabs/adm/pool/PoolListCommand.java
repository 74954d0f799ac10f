package dev.butlerlabs.adm.pool;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.ipam.NetworkPoolClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists NetworkPools. */
@Command(
        name = "list",
        aliases = "ls",
        description = "List NetworkPools and their usage, by default in butler-system.",
        footer = {"  butleradm pool list", "  butleradm pool list -A -o wide"})
final class PoolListCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    PoolListCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            List<NetworkPool> found = new NetworkPoolClient(client)
                    .list(ManagementClusterConnection.namespace(connection))
                    .warning(session.messages()::print);
            output.printer(session, common).list(PoolTable.at(session.clock().instant()), found);
            if (found.isEmpty() && !common.isQuiet()) {
                session.messages()
                        .print("No NetworkPools found in %s. Create one with 'butleradm pool create'."
                                .formatted(ManagementClusterConnection.scopeText(connection)));
            }
        }
    }
}
