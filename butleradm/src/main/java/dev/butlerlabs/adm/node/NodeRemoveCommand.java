package dev.butlerlabs.adm.node;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.node.DrainOptions;
import dev.butlerlabs.core.node.NodeOperation;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Removes a node from the management cluster. */
@Command(
        name = "remove",
        description = {
            "Remove a node from the management cluster and delete its machine.",
            "Drains the node and removes its etcd member first; rejected if etcd would lose its quorum.",
            "If interrupted, rerun the command to resume."
        },
        footer = {
            "  butleradm node remove demo-worker-1",
            "  butleradm node remove demo-cp-1 --yes --delete-emptydir-data"
        })
final class NodeRemoveCommand implements Runnable {
    private static final Duration LIMIT = Duration.ofMinutes(30);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private DrainFlags flags = new DrainFlags();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Mixin
    private WaitOptions wait = new WaitOptions();

    @Parameters(paramLabel = "NODE", description = "Name of the node.")
    private String node;

    NodeRemoveCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        DrainOptions drain = flags.options(wait.timeout().orElse(LIMIT));
        try (NodeActions actions = NodeActions.connect(session, connection);
                ProgressDisplay display = common.progress(session, OutputFormat.TABLE)) {
            ProgressReporter progress = new ProgressReporter(display, session.clock());
            if (!actions.checkRemoval(NodeOperation.Type.REMOVE, node, drain, progress)) {
                consent.prompts(session)
                        .confirm("This removes node %s and deletes its machine with all its data. Continue?"
                                .formatted(node));
            }
            actions.remove(node, drain, progress);
            progress.message("Node %s removed.".formatted(node));
        }
    }
}
