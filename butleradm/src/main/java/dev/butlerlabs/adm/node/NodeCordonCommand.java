package dev.butlerlabs.adm.node;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
    private NodeArguments arguments = new NodeArguments();

    NodeCordonCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        String node = arguments.node();
        try (NodeActions actions = NodeActions.connect(session, arguments.target(session))) {
            boolean isChanged = actions.cordons().cordon(node);
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
