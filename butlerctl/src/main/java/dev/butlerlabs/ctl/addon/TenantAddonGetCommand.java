package dev.butlerlabs.ctl.addon;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.resource.ResourceViewOptions;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows addons of a tenant cluster as a table. */
@Command(
        name = "get",
        description = "Show addons of a tenant cluster as a table.",
        footer = {"  butlerctl addon get redis -c demo", "  butlerctl addon get redis -c demo -o yaml"})
final class TenantAddonGetCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Mixin
    private ResourceViewOptions view = new ResourceViewOptions();

    @Mixin
    private ClusterOption cluster = new ClusterOption();

    @Parameters(arity = "0..*", paramLabel = "NAME", description = "Names of the addons (default: all).")
    private List<String> names = new ArrayList<>();

    TenantAddonGetCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            new TenantAddonActions(session, common, output, client)
                    .get(ManagementClusterContext.named(session, connection, cluster.name()), names, view);
        }
    }
}
