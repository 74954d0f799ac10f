package dev.butlerlabs.adm.provider;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.machine.ProviderConfigClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows one ProviderConfig. */
@Command(
        name = "get",
        description = "Show a ProviderConfig, without credentials.",
        footer = {"  butleradm provider get rack-one", "  butleradm provider get rack-one -o yaml"})
final class ProviderGetCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NAME", description = "Name of the ProviderConfig.")
    private String name;

    ProviderGetCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            output.printer(session, common)
                    .one(
                            ProviderTable.at(session.clock().instant()),
                            new ProviderConfigClient(client).get(ManagementClusterConnection.named(connection, name)));
        }
    }
}
