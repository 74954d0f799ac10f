package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows addons of the management cluster as a table. */
@Command(
        name = "get",
        description = "Show addons of the management cluster as a table.",
        footer = {"  butleradm addon get velero", "  butleradm addon get velero -o yaml"})
final class ManagementAddonGetCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME",
            completionCandidates = ManagementAddonCandidates.class,
            description = "Names of the addons (default: all).")
    private List<String> names = new ArrayList<>();

    ManagementAddonGetCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            new ManagementAddonInventory(session, common, output, client).get(names);
        }
    }
}
