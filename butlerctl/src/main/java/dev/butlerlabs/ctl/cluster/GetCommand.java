package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.tenant.change.TenantClusters;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows one tenant cluster. */
@Command(
        name = "get",
        description = "Show a tenant cluster with its conditions and addons.",
        footer = {"  butlerctl cluster get demo", "  butlerctl cluster get demo -o yaml"})
final class GetCommand implements Runnable {
    private final Session session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = ClusterNames.class,
            description = "Name of the tenant cluster.")
    private String name;

    GetCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementCluster.connect(session, connection)) {
            TenantCluster cluster = new TenantClusters(client).get(ManagementCluster.named(session, connection, name));
            if (output.format() == OutputFormat.TABLE) {
                new TenantText(output.printer(session, common), session.clock().instant()).facts(cluster);
            } else {
                output.printer(session, common)
                        .one(TenantListing.at(session.clock().instant(), true), cluster);
            }
        }
    }
}
