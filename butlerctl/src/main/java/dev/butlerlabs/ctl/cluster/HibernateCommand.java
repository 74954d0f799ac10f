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

/** Stops the workers and the control plane of a tenant cluster. */
@Command(
        name = "hibernate",
        description = {
            "Stop the workers and the control plane of a tenant cluster.",
            "Workers are deleted. Addresses, load balancers, Secrets and the data of the API are kept."
        },
        footer = {"  butlerctl cluster hibernate demo --wait", "  butlerctl cluster hibernate demo --dry-run"})
final class HibernateCommand implements Runnable {
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

    HibernateCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            new HibernationAction(session, common, output, client)
                    .hibernate(
                            ManagementClusterContext.named(session, connection, name),
                            dryRun.choice(),
                            await.isWanted(false)
                                    ? Optional.of(
                                            new TenantWaitAction(session, common, output.format(), await.limit(LIMIT)))
                                    : Optional.empty());
        }
    }
}
