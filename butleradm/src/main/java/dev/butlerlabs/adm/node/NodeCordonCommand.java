package dev.butlerlabs.adm.node;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Marks a node as unschedulable. */
@Command(
        name = "cordon",
        description = "Mark a node as unschedulable. Running pods stay.",
        footer = "  butleradm node cordon demo-worker-1")
final class NodeCordonCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NODE", description = "Name of the node.")
    private String node;

    NodeCordonCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (NodeActions actions = NodeActions.connect(session, connection)) {
            boolean isChanged = actions.scheduling().cordon(node);
            if (!common.isQuiet()) {
                session.messages()
                        .print(
                                isChanged
                                        ? "Node %s cordoned.".formatted(node)
                                        : "Node %s is already cordoned.".formatted(node));
            }
        }
    }
}
