package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.AwaitOptions;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.Session;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Brings a cluster to another Kubernetes release. */
@Command(
        name = "upgrade",
        description = {
            "Bring a tenant cluster to a newer Kubernetes release, the control plane first and the workers after it.",
            "No minor release is skipped: those on the way are gone through one by one, each awaited. A downgrade is refused."
        },
        footer = {
            "  butlerctl cluster upgrade demo --version v1.31.4 --wait",
            "  butlerctl cluster upgrade demo --version v1.32.4 --via v1.31.9 --wait",
            "  butlerctl cluster upgrade demo --version v1.32.4 --dry-run"
        })
final class UpgradeCommand implements Runnable {
    private static final Duration LIMIT = Duration.ofMinutes(30);

    private final Session session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private AwaitOptions await = new AwaitOptions();

    @Mixin
    private DryRunOptions dryRun = new DryRunOptions();

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = ClusterNames.class,
            description = "Name of the tenant cluster.")
    private String name;

    @Option(
            names = "--version",
            required = true,
            paramLabel = "VERSION",
            description = "Kubernetes release to go to, such as v1.31.4.")
    private String version;

    @Option(
            names = "--via",
            paramLabel = "VERSION",
            description = "Release to take on the way instead of the first of its minor release; may be repeated.")
    private List<String> via = new ArrayList<>();

    UpgradeCommand(Session session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementCluster.connect(session, connection)) {
            new Upgrading(session, common, output, client)
                    .run(
                            ManagementCluster.named(session, connection, name),
                            Upgrading.releases(version, via),
                            dryRun.choice(),
                            await.isWanted(false),
                            new Await(session, common, output.format(), await.limit(LIMIT)));
        }
    }
}
