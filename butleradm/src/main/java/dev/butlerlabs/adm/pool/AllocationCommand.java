package dev.butlerlabs.adm.pool;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Addresses that were given. */
@Command(
        name = "allocation",
        description = "Show who has which addresses, and take them back.",
        footer = {"  butleradm allocation list", "  butleradm allocation list --pool lab-pool"})
public final class AllocationCommand extends CommandGroup {
    private AllocationCommand(Session session) {
        super(session);
    }

    public static CommandLine commands(Session session) {
        return new CommandLine(new AllocationCommand(session))
                .addSubcommand(new AllocationListCommand(session))
                .addSubcommand(new AllocationReleaseCommand(session));
    }
}
