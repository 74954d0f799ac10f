package dev.butlerlabs.adm.node;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for the nodes of the management cluster. */
@Command(
        name = "node",
        description = "Manage the nodes of the management cluster.",
        footer = {"  butleradm node list", "  butleradm node drain demo-worker-1"})
public final class NodeCommand extends CommandGroup {
    private NodeCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new NodeCommand(session))
                .with("list", () -> new NodeListCommand(session))
                .with("cordon", () -> new NodeCordonCommand(session))
                .with("uncordon", () -> new NodeUncordonCommand(session))
                .with("drain", () -> new NodeDrainCommand(session))
                .with("reboot", () -> new NodeRebootCommand(session));
    }
}
