package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.Connections;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Session;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows the details of one addon. */
@Command(
        name = "get",
        description = "Show details of an addon, including why it is not ready.",
        footer = {"  butleradm addon get velero", "  butleradm addon get velero -o yaml"})
final class GetCommand implements Runnable {
    private final Session session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NAME", completionCandidates = AddonNames.class, description = "Name of the addon.")
    private String name;

    GetCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = Connections.open("butleradm", session, connection)) {
            new Inventory(session, common, output, client).show(name);
        }
    }
}
