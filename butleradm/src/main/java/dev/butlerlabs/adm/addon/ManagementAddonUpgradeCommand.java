package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.cli.AwaitOptions;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.addon.AddonInput;
import dev.butlerlabs.core.cli.addon.AddonOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Changes the version or the values of an addon. */
@Command(
        name = "upgrade",
        description = {"Change the version or values of an addon.", "Other settings are kept."},
        footer = {
            "  butleradm addon upgrade velero --version 8.2.0 --wait",
            "  butleradm addon upgrade velero --values velero.yaml"
        })
final class ManagementAddonUpgradeCommand implements Runnable {
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
            completionCandidates = ManagementAddonCandidates.class,
            description = "Name of the addon.")
    private String name;

    ManagementAddonUpgradeCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        if (!addon.isGiven()) {
            throw new ButlerException(
                    ErrorCode.USAGE,
                    "No change specified for addon \"%s\".".formatted(name),
                    "Pass --version, --values, --set or --values-secret.");
        }
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            new ManagementAddonActions(session, common, output, client)
                    .upgrade(name, new AddonInput(session, addon).read(name), await);
        }
    }
}
