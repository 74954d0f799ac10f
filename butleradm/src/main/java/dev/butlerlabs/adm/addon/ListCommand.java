package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.Connections;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Session;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the addons of the management cluster. */
@Command(
        name = "list",
        aliases = "ls",
        description = "List the addons of the management cluster.",
        footer = {"  butleradm addon list", "  butleradm addon list -o wide"})
final class ListCommand implements Runnable {
    private final Session session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    ListCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = Connections.open("butleradm", session, connection)) {
            new Inventory(session, common, output, client).list();
        }
    }
}
