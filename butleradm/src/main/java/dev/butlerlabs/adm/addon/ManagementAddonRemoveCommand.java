package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.cli.AwaitOptions;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Removes an addon. */
@Command(
        name = "remove",
        aliases = "rm",
        description = {"Remove an addon from the management cluster.", "Fails while another addon depends on it."},
        footer = {"  butleradm addon remove velero", "  butleradm addon remove velero --yes --no-wait"})
final class ManagementAddonRemoveCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Mixin
    private AwaitOptions await = new AwaitOptions();

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = ManagementAddonCandidates.class,
            description = "Name of the addon.")
    private String name;

    ManagementAddonRemoveCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            new ManagementAddonRemoval(session, common, client).remove(name, consent.prompts(session), await);
        }
    }
}
