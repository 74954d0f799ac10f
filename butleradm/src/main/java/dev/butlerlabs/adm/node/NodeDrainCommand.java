package dev.butlerlabs.adm.node;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.node.DrainOptions;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Drains a node. */
@Command(
        name = "drain",
        description = {
            "Mark a node as unschedulable and evict its pods.",
            "Respects PodDisruptionBudgets; retries up to --timeout (default: 15m). Pods of DaemonSets and static pods stay."
        },
        footer = {
            "  butleradm node drain demo-worker-1 --dry-run",
            "  butleradm node drain demo-worker-1 --delete-emptydir-data"
        })
final class NodeDrainCommand implements Runnable {
    private static final Duration LIMIT = Duration.ofMinutes(15);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private DrainFlags flags = new DrainFlags();

    @Mixin
    private WaitOptions wait = new WaitOptions();

    @Option(names = "--dry-run", description = "Print the pods that would be evicted. Changes nothing.")
    private boolean dryRun;

    @Parameters(paramLabel = "NODE", description = "Name of the node.")
    private String node;

    NodeDrainCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        DrainOptions options = flags.options(wait.timeout().orElse(LIMIT));
        try (NodeActions actions = NodeActions.connect(session, connection)) {
            if (dryRun) {
                actions.podsToEvict(node, options).forEach(session.terminal().out()::println);
                return;
            }
            try (ProgressDisplay display = common.progress(session, OutputFormat.TABLE)) {
                actions.drain(node, options, new ProgressReporter(display, session.clock()));
            }
        }
    }
}
