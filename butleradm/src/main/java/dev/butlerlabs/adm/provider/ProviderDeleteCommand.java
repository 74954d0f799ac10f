package dev.butlerlabs.adm.provider;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.machine.ProviderConfigClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Deletes a ProviderConfig. */
@Command(
        name = "delete",
        description = {"Delete a ProviderConfig and its credentials.", "Fails while machines or clusters use it."},
        footer = {"  butleradm provider delete rack-one", "  butleradm provider delete rack-one --yes"})
final class ProviderDeleteCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Parameters(paramLabel = "NAME", description = "Name of the ProviderConfig.")
    private String name;

    ProviderDeleteCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            ProviderConfigClient configs = new ProviderConfigClient(client);
            ObjectName meant = ManagementClusterConnection.named(connection, name);
            configs.requireUnused(meant);
            consent.prompts(session).confirm("Delete ProviderConfig %s and its credentials?".formatted(meant));
            configs.delete(meant);
            if (!common.isQuiet()) {
                session.messages().print("ProviderConfig %s deleted.".formatted(meant));
            }
        }
    }
}
