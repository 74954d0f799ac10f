package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import picocli.CommandLine;
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

    public static CommandLine commands(Session session) {
        return new CommandLine(new ControllersCommand(session)).addSubcommand(new RunCommand(session));
    }
}
