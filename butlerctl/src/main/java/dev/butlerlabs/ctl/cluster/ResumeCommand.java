package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.tenant.change.PauseAnnotation;
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
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = ClusterNameCandidates.class,
            description = "Name of the tenant cluster.")
    private String name;

    ResumeCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            new PauseAction(session, common, output, client)
                    .run(
                            ManagementClusterContext.named(session, connection, name),
                            PauseAnnotation::resume,
                            "is not paused");
        }
    }
}
