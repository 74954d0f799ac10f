package dev.butlerlabs.adm.node;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
    private NodeArguments arguments = new NodeArguments();

    NodeUncordonCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        String node = arguments.node();
        try (NodeActions actions = NodeActions.connect(session, arguments.target(session))) {
            boolean isChanged = actions.cordons().uncordon(node);
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
