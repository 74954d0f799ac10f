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

/** Ends a pause. */
@Command(
        name = "resume",
        description = "Let the controller act on a paused tenant cluster again, as it did before.",
        footer = {"  butlerctl cluster resume demo", "  butlerctl cluster resume demo -n team-a"})
final class ResumeCommand implements Runnable {
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

    ResumeCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementCluster.connect(session, connection)) {
            TenantClusters clusters = new TenantClusters(client);
            ObjectName meant = ManagementCluster.named(session, connection, name);
            TenantCluster cluster = clusters.get(meant);
            Optional<Map<String, Object>> change = Pausing.resume(cluster);
            TenantCluster now =
                    change.isPresent() ? clusters.typed(clusters.change(meant, change.get(), false)) : cluster;
            output.printer(session, common).one(TenantListing.at(session.clock().instant(), true), now);
            if (change.isEmpty() && !common.isQuiet()) {
                session.messages().print("TenantCluster %s %s.".formatted(meant, "was not paused"));
            }
        }
    }
}
