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

/** Replaces the machine of a node. */
@Command(
        name = "replace",
        description = {
            "Replace the machine of a node by a new one with the same name.",
            "Drains the node and removes its etcd member first; rejected if etcd would lose its quorum.",
            "If interrupted, rerun the command to resume."
        },
        footer = {
            "  butleradm node replace demo-worker-1",
            "  butleradm node replace demo-cp-1 --yes --delete-emptydir-data"
        })
final class NodeReplaceCommand implements Runnable {
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

    NodeReplaceCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        DrainOptions drain = flags.options(wait.timeout().orElse(LIMIT));
        try (NodeActions actions = NodeActions.connect(session, connection);
                ProgressDisplay display = common.progress(session, OutputFormat.TABLE)) {
            ProgressReporter progress = new ProgressReporter(display, session.clock());
            if (!actions.checkRemoval(NodeOperation.Type.REPLACE, node, drain, progress)) {
                consent.prompts(session)
                        .confirm(
                                "This deletes the machine of node %s with all its data and creates a new one. Continue?"
                                        .formatted(node));
            }
            actions.replace(node, drain, progress);
            progress.message("Node %s replaced.".formatted(node));
        }
    }
}
