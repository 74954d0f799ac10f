package dev.butlerlabs.adm.node;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for the nodes of the management cluster. */
@Command(
        name = "node",
        aliases = {"nodes"},
        description = "Manage the nodes of the management cluster.",
        footer = {
            "  butleradm node list",
            "  butleradm node add --role worker --count 2",
            "  butleradm node replace demo-cp-1"
        })
public final class NodeCommand extends CommandGroup {
    private NodeCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new NodeCommand(session))
                .with("list", () -> new NodeListCommand(session))
                .with("add", () -> new NodeAddCommand(session))
                .with("replace", () -> new NodeReplaceCommand(session))
                .with("remove", () -> new NodeRemoveCommand(session))
                .with("cordon", () -> new NodeCordonCommand(session))
                .with("uncordon", () -> new NodeUncordonCommand(session))
                .with("drain", () -> new NodeDrainCommand(session))
                .with("reboot", () -> new NodeRebootCommand(session));
    }
}
