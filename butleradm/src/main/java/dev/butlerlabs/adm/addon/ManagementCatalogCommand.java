package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.addon.change.AddonDefinitionRepository;
import dev.butlerlabs.core.cli.ClusterConnector;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.addon.AddonCatalogTable;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the addons in the catalog. */
@Command(
        name = "catalog",
        description = "List the available addons and their default versions.",
        footer = {"  butleradm addon catalog", "  butleradm addon catalog -o wide"})
final class ManagementCatalogCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    ManagementCatalogCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ClusterConnector.open("butleradm", session, connection)) {
            output.printer(session, common)
                    .list(AddonCatalogTable.listing(), new AddonDefinitionRepository(client).list());
        }
    }
}
