package dev.butlerlabs.ctl.addon;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Describes addons of a tenant cluster. */
@Command(
        name = "describe",
        description = "Show details of addons: why one is not ready, conditions and events.",
        footer = {"  butlerctl addon describe redis -c demo"})
final class TenantAddonDescribeCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Mixin
    private ClusterOption cluster = new ClusterOption();

    @Parameters(arity = "1..*", paramLabel = "NAME", description = "Names of the addons.")
    private List<String> names = new ArrayList<>();

    TenantAddonDescribeCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            new TenantAddonActions(session, common, output, client)
                    .describe(ManagementClusterContext.named(session, connection, cluster.name()), names);
        }
    }
}
