package dev.butlerlabs.adm.node;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Reboots the machine of a node. */
@Command(
        name = "reboot",
        description = {
            "Drain a node, reboot its machine, wait until it is ready and uncordon it.",
            "Rejected if etcd would lose its quorum."
        },
        footer = {"  butleradm node reboot demo-worker-1", "  butleradm node reboot demo-cp-0 --yes --timeout 20m"})
final class NodeRebootCommand implements Runnable {
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

    NodeRebootCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        Duration limit = wait.timeout().orElse(LIMIT);
        try (NodeActions actions = NodeActions.connect(session, connection)) {
            actions.checkReboot(node, flags.options(limit));
            consent.prompts(session).confirm("Reboot the machine of node %s?".formatted(node));
            try (ProgressDisplay display = common.progress(session, OutputFormat.TABLE)) {
                actions.reboot(node, flags.options(limit), new ProgressReporter(display, session.clock()));
            }
        }
    }
}
