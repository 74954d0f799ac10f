package dev.butlerlabs.adm.node;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Marks a node as schedulable. */
@Command(
        name = "uncordon",
        description = "Mark a node as schedulable.",
        footer = "  butleradm node uncordon demo-worker-1")
final class NodeUncordonCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(paramLabel = "NODE", description = "Name of the node.")
    private String node;

    NodeUncordonCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        try (NodeActions actions = NodeActions.connect(session, connection)) {
            boolean isChanged = actions.scheduling().uncordon(node);
            if (!common.isQuiet()) {
                session.messages()
                        .print(
                                isChanged
                                        ? "Node %s uncordoned.".formatted(node)
                                        : "Node %s is not cordoned.".formatted(node));
            }
        }
    }
}
