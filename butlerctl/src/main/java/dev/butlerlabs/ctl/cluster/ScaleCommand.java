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
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Scales the workers of a tenant cluster. */
@Command(
        name = "scale",
        description = "Change the number of workers in a tenant cluster.",
        footer = {"  butlerctl cluster scale demo --workers 5", "  butlerctl cluster scale demo --workers 5 --wait"})
final class ScaleCommand implements Runnable {
    private static final Duration LIMIT = Duration.ofMinutes(10);

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

    @Option(names = "--workers", paramLabel = "COUNT", required = true, description = "Number of workers.")
    private String workers;

    ScaleCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        int wanted = ScaleAction.count(workers);
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            new ScaleAction(session, common, output, client)
                    .run(
                            ManagementClusterContext.named(session, connection, name),
                            wanted,
                            dryRun.choice(),
                            await.isWanted(false)
                                    ? Optional.of(
                                            new TenantWaitAction(session, common, output.format(), await.limit(LIMIT)))
                                    : Optional.empty());
        }
    }
}
