package dev.butlerlabs.ctl.cluster;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Watches a tenant cluster. */
@Command(
        name = "watch",
        description = {
            "Watch a tenant cluster until it is ready, has failed or is deleted.",
            "Prints one line per change."
        },
        footer = {"  butlerctl cluster watch demo", "  butlerctl cluster watch demo --timeout 30m -o json"})
final class WatchCommand implements Runnable {
    private static final Duration LIMIT = Duration.ofHours(24);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private TeamConnectionOptions connection = new TeamConnectionOptions();

    @Mixin
    private WaitOptions wait = new WaitOptions();

    @Parameters(
            paramLabel = "NAME",
            completionCandidates = ClusterNameCandidates.class,
            description = "Name of the tenant cluster.")
    private String name;

    WatchCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (KubernetesClient client = ManagementClusterContext.connect(session, connection)) {
            new WatchAction(session, output.printer(session, common))
                    .run(
                            client,
                            ManagementClusterContext.named(session, connection, name),
                            wait.timeout().orElse(LIMIT));
        }
    }
}
