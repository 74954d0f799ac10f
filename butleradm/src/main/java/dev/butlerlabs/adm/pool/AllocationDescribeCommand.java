package dev.butlerlabs.adm.pool;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.output.TableLayout;
import dev.butlerlabs.core.cli.resource.DescribeAction;
import dev.butlerlabs.core.cli.resource.ResourceText;
import dev.butlerlabs.core.ipam.IpAllocationClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Describes IPAllocations. */
@Command(
        name = "describe",
        description = "Show details of IPAllocations: request, addresses, conditions and events.",
        footer = {"  butleradm allocation describe demo-nodes"})
final class AllocationDescribeCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(arity = "1..*", paramLabel = "NAME", description = "Names of the objects.")
    private List<String> names = new ArrayList<>();

    AllocationDescribeCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            TableLayout<IPAllocation> layout =
                    AllocationTable.at(session.clock().instant());
            new DescribeAction(session, common, output, client)
                    .describe(
                            names,
                            name -> new IpAllocationClient(client)
                                    .get(ManagementClusterConnection.named(connection, name)),
                            layout,
                            (printer, object) -> ResourceText.print(
                                    printer, layout, object, session.clock().instant()));
        }
    }
}
