package dev.butlerlabs.adm.pool;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.resource.ResourceKind;
import dev.butlerlabs.core.cli.resource.ResourceView;
import dev.butlerlabs.core.cli.resource.ResourceViewOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
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

    @Mixin
    private ResourceViewOptions view = new ResourceViewOptions();

    PoolListCommand(CommandContext session) {
        this.session = session;
    }

    /** Not a constant, because commands are instantiated to print help. */
    static ResourceKind<NetworkPool> kind() {
        return new ResourceKind<>(
                NetworkPool.class, "NetworkPools", "Create one with 'butleradm pool create'.", PoolTable::at);
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            new ResourceView<>(session, common, output, view, client, kind())
                    .list(ManagementClusterConnection.namespace(connection));
        }
    }
}
