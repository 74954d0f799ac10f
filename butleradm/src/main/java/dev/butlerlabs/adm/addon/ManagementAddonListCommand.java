package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.resource.RepeatOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the addons of the management cluster. */
@Command(
        name = "list",
        aliases = "ls",
        description = "List the addons of the management cluster.",
        footer = {"  butleradm addon list", "  butleradm addon list -o wide"})
final class ManagementAddonListCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private RepeatOptions repeat = new RepeatOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    ManagementAddonListCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            new ManagementAddonInventory(session, common, output, client).list(repeat);
        }
    }
}
