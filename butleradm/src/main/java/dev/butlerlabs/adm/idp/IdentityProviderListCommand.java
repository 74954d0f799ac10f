package dev.butlerlabs.adm.idp;

import dev.butlerlabs.core.api.IdentityProvider;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.IdentityProviderTable;
import dev.butlerlabs.core.identity.change.IdentityProviderClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists IdentityProviders. */
@Command(
        name = "list",
        aliases = "ls",
        description = "List the identity providers.",
        footer = {"  butleradm idp list", "  butleradm idp list -o wide"})
final class IdentityProviderListCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    IdentityProviderListCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            List<IdentityProvider> found =
                    new IdentityProviderClient(client).list().warning(session.messages()::print);
            output.printer(session, common)
                    .list(IdentityProviderTable.at(session.clock().instant()), found);
            if (found.isEmpty() && !common.isQuiet()) {
                session.messages().print("No identity providers found. Create one with 'butleradm idp add'.");
            }
        }
    }
}
