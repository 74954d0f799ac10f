package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.tenant.change.Pausing;
import io.fabric8.kubernetes.client.KubernetesClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Resumes reconciliation of a tenant cluster. */
@Command(
        name = "resume",
        description = "Resume reconciliation of a paused tenant cluster.",
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
            new Holding(session, common, output, client)
                    .run(ManagementCluster.named(session, connection, name), Pausing::resume, "is not paused");
        }
    }
}
