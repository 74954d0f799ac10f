package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.ToolCommands;
import picocli.CommandLine.Command;

/** The reconcilers of the management cluster. */
@Command(
        name = "controllers",
        description = "Run what keeps machines, infrastructures and tenant clusters as they are wanted.",
        footer = "  butleradm controllers run --kubeconfig management.kubeconfig")
public final class ControllersCommand extends CommandGroup {
    private ControllersCommand(Session session) {
        super(session);
    }

    public static ToolCommands commands(Session session) {
        return new ToolCommands(() -> new ControllersCommand(session)).with("run", () -> new RunCommand(session));
    }
}
