package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.ToolCommands;
import picocli.CommandLine.Command;

/** Group of commands for the controllers. */
@Command(
        name = "controllers",
        description = "Run the Butler controllers.",
        footer = "  butleradm controllers run --kubeconfig management.kubeconfig")
public final class ControllersCommand extends CommandGroup {
    private ControllersCommand(Session session) {
        super(session);
    }

    public static ToolCommands commands(Session session) {
        return new ToolCommands(() -> new ControllersCommand(session)).with("run", () -> new RunCommand(session));
    }
}
