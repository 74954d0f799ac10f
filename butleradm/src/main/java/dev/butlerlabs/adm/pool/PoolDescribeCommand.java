package dev.butlerlabs.adm.pool;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.cli.resource.DescribeAction;
import dev.butlerlabs.core.cli.resource.ResourceText;
import dev.butlerlabs.core.ipam.NetworkPoolClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Describes NetworkPools. */
@Command(
        name = "describe",
        description = "Show details of NetworkPools: ranges, usage, conditions and events.",
        footer = {"  butleradm pool describe lab-pool"})
final class PoolDescribeCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(arity = "1..*", paramLabel = "NAME", description = "Names of the objects.")
    private List<String> names = new ArrayList<>();

    PoolDescribeCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            TableLayout<NetworkPool> layout = PoolTable.at(session.clock().instant());
            new DescribeAction(session, common, output, client)
                    .describe(
                            names,
                            name -> new NetworkPoolClient(client)
                                    .get(ManagementClusterConnection.named(connection, name)),
                            layout,
                            (printer, object) -> ResourceText.print(
                                    printer, layout, object, session.clock().instant()));
        }
    }
}
