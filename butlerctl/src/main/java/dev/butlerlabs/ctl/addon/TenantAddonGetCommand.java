package dev.butlerlabs.ctl.addon;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows the details of one addon. */
@Command(
        name = "get",
        description = "Show details of an addon, including why it is not ready.",
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
    private ClusterOption cluster = new ClusterOption();

    @Parameters(paramLabel = "NAME", description = "Name of the addon.")
    private String name;

    TenantAddonGetCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            new TenantAddonActions(session, common, output, client)
                    .show(ManagementClusterContext.named(session, connection, cluster.name()), name);
        }
    }
}
