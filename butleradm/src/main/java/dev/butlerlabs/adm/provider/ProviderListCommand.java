package dev.butlerlabs.adm.provider;

import dev.butlerlabs.adm.management.ManagementClusterConnection;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.resource.ResourceKind;
import dev.butlerlabs.core.cli.resource.ResourceView;
import dev.butlerlabs.core.cli.resource.ResourceViewOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
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

    @Mixin
    private ResourceViewOptions view = new ResourceViewOptions();

    ProviderListCommand(CommandContext session) {
        this.session = session;
    }

    /** Not a constant, because commands are instantiated to print help. */
    static ResourceKind<ProviderConfig> kind() {
        return new ResourceKind<>(
                ProviderConfig.class,
                "ProviderConfigs",
                "Create one with 'butleradm provider create'.",
                ProviderTable::at);
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterConnection.connect(session, connection)) {
            new ResourceView<>(session, common, output, view, client, kind())
                    .list(ManagementClusterConnection.namespace(connection));
        }
    }
}
