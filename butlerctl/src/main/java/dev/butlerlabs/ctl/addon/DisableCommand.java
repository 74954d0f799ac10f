package dev.butlerlabs.ctl.addon;

import dev.butlerlabs.core.cli.AwaitOptions;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Disables an addon. */
@Command(
        name = "disable",
        description = {"Remove an addon from a tenant cluster.", "Fails while another addon depends on it."},
        footer = {"  butlerctl addon disable redis -c demo", "  butlerctl addon disable redis -c demo --yes --no-wait"})
final class DisableCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Mixin
    private ClusterOption cluster = new ClusterOption();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Mixin
    private AwaitOptions await = new AwaitOptions();

    @Parameters(paramLabel = "NAME", description = "Name of the addon.")
    private String name;

    DisableCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            new TenantAddonActions(session, common, new OutputOptions(), client)
                    .disable(
                            ManagementClusterContext.named(session, connection, cluster.name()),
                            name,
                            consent.prompts(session),
                            await);
        }
    }
}
