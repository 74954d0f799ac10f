package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.tenant.change.Pausing;
import dev.butlerlabs.core.tenant.change.TenantClusters;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lets a cluster be. */
@Command(
        name = "pause",
        description = "Let a tenant cluster be: its controller looks at it and changes nothing.",
        footer = {"  butlerctl cluster pause demo", "  butlerctl cluster pause demo -n team-a"})
final class PauseCommand implements Runnable {
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

    PauseCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementCluster.connect(session, connection)) {
            TenantClusters clusters = new TenantClusters(client);
            ObjectName meant = ManagementCluster.named(session, connection, name);
            TenantCluster cluster = clusters.get(meant);
            Optional<Map<String, Object>> change = Pausing.pause(cluster);
            TenantCluster now =
                    change.isPresent() ? clusters.typed(clusters.change(meant, change.get(), false)) : cluster;
            output.printer(session, common).one(TenantListing.at(session.clock().instant(), true), now);
            if (change.isEmpty() && !common.isQuiet()) {
                session.messages().print("TenantCluster %s %s.".formatted(meant, "is paused already"));
            }
        }
    }
}
