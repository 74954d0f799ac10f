package dev.butlerlabs.core.cli.context;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands that list and choose contexts. */
@Command(
        name = "context",
        description = "List the clusters of this user and choose the one that commands use.",
        footer = {
            "  ${ROOT-COMMAND-NAME} context list",
            "  ${ROOT-COMMAND-NAME} context use prod",
            "  ${ROOT-COMMAND-NAME} context current"
        })
public final class ContextCommand extends CommandGroup {
    private ContextCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new ContextCommand(session))
                .with("list", () -> new ContextListCommand(session))
                .with("use", () -> new ContextUseCommand(session))
                .with("current", () -> new ContextCurrentCommand(session));
    }
}
