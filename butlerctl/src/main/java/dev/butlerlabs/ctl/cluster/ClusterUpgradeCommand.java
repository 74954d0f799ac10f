package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.AwaitOptions;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.tenant.change.RolloutSettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Upgrades the Kubernetes version of a tenant cluster. */
@Command(
        name = "upgrade",
        description = {
            "Upgrade Kubernetes in a tenant cluster, control plane first, then workers.",
            "Minor versions are upgraded one at a time, waiting for each. Downgrades are rejected.",
            "--timeout limits the time without progress, such as no further worker updated."
        },
        footer = {
            "  butlerctl cluster upgrade demo --version v1.37.2 --wait",
            "  butlerctl cluster upgrade demo --version v1.37.2 --via v1.36.6 --wait",
            "  butlerctl cluster upgrade demo --version v1.37.2 --max-surge 3 --wait",
            "  butlerctl cluster upgrade demo --version v1.37.2 --dry-run"
        })
final class ClusterUpgradeCommand implements Runnable {
    private static final Duration LIMIT = Duration.ofMinutes(30);

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

    @Option(
            names = "--version",
            required = true,
            paramLabel = "VERSION",
            description = "Kubernetes version to upgrade to, such as v1.37.2.")
    private String version;

    @Option(
            names = "--via",
            paramLabel = "VERSION",
            description = "Version to use for an intermediate minor version instead of its first release; repeatable.")
    private List<String> via = new ArrayList<>();

    @Option(
            names = "--max-surge",
            paramLabel = "COUNT",
            description =
                    "Number or percentage of additional workers during the upgrade; kept for later ones (default: 1).")
    private Optional<String> maxSurge = Optional.empty();

    @Option(
            names = "--max-unavailable",
            paramLabel = "COUNT",
            description =
                    "Number or percentage of missing workers during the upgrade; kept for later ones (default: 0).")
    private Optional<String> maxUnavailable = Optional.empty();

    ClusterUpgradeCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        RolloutSettings rollout = new RolloutSettings(maxSurge, maxUnavailable);
        UpgradeAction.Releases releases = UpgradeAction.releases(version, via, rollout);
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            new UpgradeAction(session, common, output, client)
                    .run(
                            ManagementClusterContext.named(session, connection, name),
                            releases,
                            rollout,
                            dryRun.choice(),
                            await.isWanted(false),
                            new TenantWaitAction(session, common, output.format(), await.limit(LIMIT)));
        }
    }
}
