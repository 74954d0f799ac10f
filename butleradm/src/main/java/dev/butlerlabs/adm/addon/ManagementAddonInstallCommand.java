package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.cli.AwaitOptions;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.addon.AddonInput;
import dev.butlerlabs.core.cli.addon.AddonOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Installs an addon. */
@Command(
        name = "install",
        description = {
            "Install an addon from the catalog on the management cluster.",
            "Values are merged in this order, later ones win: catalog, --values, --set, Secret."
        },
        footer = {
            "  butleradm addon install velero --wait",
            "  butleradm addon install velero --version 8.1.0 --values velero.yaml",
            "  butleradm addon install redis --set auth.enabled=false"
        })
final class ManagementAddonInstallCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private AwaitOptions await = new AwaitOptions();

    @Mixin
    private AddonOptions addon = new AddonOptions();

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = ManagementCatalogCandidates.class,
            description = "Name of the addon in the catalog.")
    private String name;

    ManagementAddonInstallCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            new ManagementAddonActions(session, common, output, client)
                    .install(new AddonInput(session, addon).read(name), await);
        }
    }
}
