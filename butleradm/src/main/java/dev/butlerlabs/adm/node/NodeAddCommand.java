package dev.butlerlabs.adm.node;

import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Adds nodes to the management cluster. */
@Command(
        name = "add",
        description = {
            "Add nodes to the management cluster and wait until they are ready.",
            "Control planes join one at a time. If interrupted, rerun the command to resume."
        },
        footer = {
            "  butleradm node add --role worker --count 2",
            "  butleradm node add demo --role control-plane --count 2 --timeout 1h",
            "  butleradm node add demo --rehearsal -o json"
        })
final class NodeAddCommand implements Runnable {
    private static final Duration LIMIT = Duration.ofMinutes(30);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private NodeClusterArguments arguments = new NodeClusterArguments();

    @Mixin
    private WaitOptions wait = new WaitOptions();

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            defaultValue = "worker",
            description = "Role of the nodes: worker, control-plane (default: ${DEFAULT-VALUE}).")
    private String role;

    @Option(
            names = "--count",
            paramLabel = "NUMBER",
            defaultValue = "1",
            description = "Number of nodes to add (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(names = "--force", description = "Allow an even number of control planes.")
    private boolean force;

    NodeAddCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        MachineRole wanted = role();
        NodeResultPrinter printer = new NodeResultPrinter(session, common, output);
        try (NodeActions actions = NodeActions.connect(session, arguments.target(session))) {
            List<String> added;
            try (ProgressDisplay display = common.progress(session, output.format())) {
                ProgressReporter progress = new ProgressReporter(display, session.clock());
                List<String> planned = actions.checkAddition(wanted, count, force, progress);
                progress.message("Adding %s.".formatted(String.join(", ", planned)));
                added = actions.add(wanted, count, force, wait.timeout().orElse(LIMIT), progress);
            }
            printer.print("add", added);
        }
    }

    private MachineRole role() {
        return Arrays.stream(MachineRole.values())
                .filter(one -> one.word().equals(role))
                .findFirst()
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.USAGE,
                        "invalid value \"%s\" for --role: must be one of worker, control-plane".formatted(role)));
    }
}
