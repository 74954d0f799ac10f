package dev.butlerlabs.adm.node;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.node.DrainOptions;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
    private OutputOptions output = new OutputOptions();

    @Mixin
    private NodeArguments arguments = new NodeArguments();

    @Mixin
    private DrainFlags flags = new DrainFlags();

    @Mixin
    private WaitOptions wait = new WaitOptions();

    @Option(names = "--dry-run", description = "Print the pods that would be evicted. Changes nothing.")
    private boolean dryRun;

    NodeDrainCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        DrainOptions options = flags.options(wait.timeout().orElse(LIMIT));
        String node = arguments.node();
        NodeResultPrinter printer = new NodeResultPrinter(session, common, output);
        try (NodeActions actions = NodeActions.connect(session, arguments.target(session))) {
            if (dryRun) {
                print(printer, actions.podsToEvict(node, options));
                return;
            }
            try (ProgressDisplay display = common.progress(session, output.format())) {
                actions.drain(node, options, new ProgressReporter(display, session.clock()));
            }
            printer.print("drain", List.of(node));
        }
    }

    private void print(NodeResultPrinter printer, List<String> pods) {
        if (printer.isDocument()) {
            printer.document(Map.of("pods", pods));
        } else {
            pods.forEach(session.terminal().out()::println);
        }
    }
}
