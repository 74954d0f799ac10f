package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.addon.change.AddonCatalogue;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.Connections;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.addon.DefinitionListing;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the addons in the catalog. */
@Command(
        name = "catalog",
        description = "List the available addons and their default versions.",
        footer = {"  butleradm addon catalog", "  butleradm addon catalog -o wide"})
final class CatalogCommand implements Runnable {
    private final Session session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    CatalogCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = Connections.open("butleradm", session, connection)) {
            output.printer(session, common).list(DefinitionListing.listing(), new AddonCatalogue(client).list());
        }
    }
}
