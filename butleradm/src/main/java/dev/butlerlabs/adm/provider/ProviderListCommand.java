package dev.butlerlabs.adm.provider;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.machine.ProviderConfigClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists ProviderConfigs. */
@Command(
        name = "list",
        aliases = "ls",
        description = "List ProviderConfigs, by default in butler-system.",
        footer = {"  butleradm provider list", "  butleradm provider list -A -o wide"})
final class ProviderListCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    ProviderListCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            List<ProviderConfig> found = new ProviderConfigClient(client)
                    .list(ManagementClusterConnection.namespace(connection))
                    .warning(session.messages()::print);
            output.printer(session, common)
                    .list(ProviderTable.at(session.clock().instant()), found);
            if (found.isEmpty() && !common.isQuiet()) {
                session.messages()
                        .print("No ProviderConfigs found in %s. Create one with 'butleradm provider create'."
                                .formatted(ManagementClusterConnection.scopeText(connection)));
            }
        }
    }
}
