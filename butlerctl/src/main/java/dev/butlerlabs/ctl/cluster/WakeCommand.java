package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.AwaitOptions;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Starts a hibernated tenant cluster. */
@Command(
        name = "wake",
        description = {
            "Start a hibernated tenant cluster.",
            "The control plane starts first, then as many workers as before."
        },
        footer = {"  butlerctl cluster wake demo --wait", "  butlerctl cluster wake demo -n team-a"})
final class WakeCommand implements Runnable {
    private static final Duration LIMIT = Duration.ofMinutes(20);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Mixin
    private AwaitOptions await = new AwaitOptions();

    @Mixin
    private DryRunOptions dryRun = new DryRunOptions();

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = ClusterNameCandidates.class,
            description = "Name of the tenant cluster.")
    private String name;

    WakeCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            new HibernationAction(session, common, output, client)
                    .wake(
                            ManagementClusterContext.named(session, connection, name),
                            dryRun.choice(),
                            await.isWanted(false)
                                    ? Optional.of(
                                            new TenantWaitAction(session, common, output.format(), await.limit(LIMIT)))
                                    : Optional.empty());
        }
    }
}
