package dev.butlerlabs.adm.pool;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.api.IPAllocation;
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
import picocli.CommandLine.Option;

/** Lists IPAllocations. */
@Command(
        name = "list",
        aliases = "ls",
        description = "List IPAllocations, by default in butler-system.",
        footer = {"  butleradm allocation list", "  butleradm allocation list --pool lab-pool -o wide"})
final class AllocationListCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ResourceViewOptions view = new ResourceViewOptions();

    @Option(names = "--pool", paramLabel = "NAME", description = "List only allocations from this NetworkPool.")
    private String pool;

    AllocationListCommand(CommandContext session) {
        this.session = session;
    }

    /** Not a constant, because commands are instantiated to print help. */
    static ResourceKind<IPAllocation> kind() {
        return new ResourceKind<>(IPAllocation.class, "IPAllocations", "", AllocationTable::at);
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            new ResourceView<>(session, common, output, view, client, kind())
                    .list(
                            ManagementClusterConnection.namespace(connection),
                            allocation -> pool == null
                                    || pool.equals(
                                            allocation.getSpec().poolRef().name()));
        }
    }
}
