package dev.butlerlabs.ctl.addon;

import dev.butlerlabs.core.cli.AwaitOptions;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.addon.AddonInput;
import dev.butlerlabs.core.cli.addon.AddonOptions;
import dev.butlerlabs.ctl.cluster.ManagementClusterContext;
import dev.butlerlabs.ctl.cluster.TeamConnectionOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Enables an addon or changes its version or values. */
@Command(
        name = "enable",
        description = {
            "Install an addon on a tenant cluster, or change its version or values.",
            "Values are merged in this order, later ones win: catalog, --values, --set, Secret."
        },
        footer = {
            "  butlerctl addon enable redis -c demo --wait",
            "  butlerctl addon enable redis -c demo --version 20.6.0 --values redis.yaml"
        })
final class EnableCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Mixin
    private ClusterOption cluster = new ClusterOption();

    @Mixin
    private AwaitOptions await = new AwaitOptions();

    @Mixin
    private AddonOptions addon = new AddonOptions();

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = TenantCatalogCandidates.class,
            description = "Name of the addon in the catalog.")
    private String name;

    EnableCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            new TenantAddonActions(session, common, output, client)
                    .enable(
                            ManagementClusterContext.named(session, connection, cluster.name()),
                            new AddonInput(session, addon).read(name),
                            await);
        }
    }
}
