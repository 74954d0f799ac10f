package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for the controllers. */
@Command(
        name = "controllers",
        description = "Run the Butler controllers.",
        footer = "  butleradm controllers run --kubeconfig management.kubeconfig")
public final class ControllersCommand extends CommandGroup {
    private ControllersCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new ControllersCommand(session))
                .with("run", () -> new ControllersRunCommand(session));
    }
}
