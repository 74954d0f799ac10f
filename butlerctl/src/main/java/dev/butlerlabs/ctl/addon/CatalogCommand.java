package dev.butlerlabs.ctl.addon;

import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.ctl.cluster.ManagementCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the addons in the catalog. */
@Command(
        name = "catalog",
        description = "List the available addons and their default versions.",
        footer = {"  butlerctl addon catalog", "  butlerctl addon catalog -o wide"})
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
        try (KubernetesClient client = ManagementCluster.connect(session, connection)) {
            new TenantShelf(session, common, output, client).catalog();
        }
    }
}
