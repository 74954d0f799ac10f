package dev.butlerlabs.adm.node;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.node.DrainOptions;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Mixin;

/** Options of commands that drain one node and then change its machine. */
final class NodeChangeOptions {
    private static final Duration LIMIT = Duration.ofMinutes(30);

    @Mixin
    private NodeArguments arguments = new NodeArguments();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private DrainFlags flags = new DrainFlags();

    @Mixin
    private ConsentOptions consent = new ConsentOptions();

    @Mixin
    private WaitOptions wait = new WaitOptions();

    /** A change of one node. */
    interface Change {
        /** Returns whether the change was started before, so that it needs no confirmation. */
        boolean check(NodeActions actions, String node, DrainOptions drain, ProgressReporter progress);

        void run(NodeActions actions, String node, DrainOptions drain, ProgressReporter progress);
    }

    /**
     * Checks the change, prompts for confirmation and runs it.
     *
     * @param operation for documents, such as {@code replace}
     * @param question with a placeholder for the node
     * @param result message with a placeholder for the node
     */
    void run(
            CommandContext session,
            CommonOptions common,
            String operation,
            String question,
            String result,
            Change change) {
        String node = arguments.node();
        DrainOptions drain = flags.options(wait.timeout().orElse(LIMIT));
        NodeResultPrinter printer = new NodeResultPrinter(session, common, output);
        try (NodeActions actions = NodeActions.connect(session, arguments.target(session))) {
            try (ProgressDisplay display = common.progress(session, output.format())) {
                ProgressReporter progress = new ProgressReporter(display, session.clock());
                if (!change.check(actions, node, drain, progress)) {
                    consent.prompts(session).confirm(question.formatted(node));
                }
                change.run(actions, node, drain, progress);
                progress.message(result.formatted(node));
            }
            printer.print(operation, List.of(node));
        }
    }
}
