package dev.butlerlabs.ctl.addon;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.resource.ResourceViewOptions;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the addons of a tenant cluster. */
@Command(
        name = "list",
        aliases = "ls",
        description = "List the addons of a tenant cluster.",
        footer = {"  butlerctl addon list -c demo", "  butlerctl addon list -c demo -o json"})
final class TenantAddonListCommand implements Runnable {
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

    TenantAddonListCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            new TenantAddonActions(session, common, output, client)
                    .list(ManagementClusterContext.named(session, connection, cluster.name()), view);
        }
    }
}
