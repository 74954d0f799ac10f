package dev.butlerlabs.adm.pool;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.resource.ResourceView;
import dev.butlerlabs.core.cli.resource.ResourceViewOptions;
import dev.butlerlabs.core.ipam.NetworkPoolClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows NetworkPools as a table. */
@Command(
        name = "get",
        description = "Show NetworkPools as a table.",
        footer = {"  butleradm pool get lab-pool", "  butleradm pool get -w", "  butleradm pool get lab-pool -o yaml"})
final class PoolGetCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ResourceViewOptions view = new ResourceViewOptions();

    @Parameters(arity = "0..*", paramLabel = "NAME", description = "Names of the objects (default: all).")
    private List<String> names = new ArrayList<>();

    PoolGetCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            new ResourceView<>(session, common, output, view, client, PoolListCommand.kind())
                    .get(
                            ManagementClusterConnection.namespace(connection),
                            names,
                            name -> new NetworkPoolClient(client)
                                    .get(ManagementClusterConnection.named(connection, name)));
        }
    }
}
