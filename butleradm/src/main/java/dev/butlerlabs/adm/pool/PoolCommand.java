package dev.butlerlabs.adm.pool;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Pools of addresses. */
@Command(
        name = "pool",
        description = "Show, add, plan and remove the pools that tenant clusters get their addresses from.",
        footer = {"  butleradm pool list", "  butleradm pool usage lab-pool"})
public final class PoolCommand extends CommandGroup {
    private PoolCommand(Session session) {
        super(session);
    }

    public static CommandLine commands(Session session) {
        return new CommandLine(new PoolCommand(session))
                .addSubcommand(new PoolListCommand(session))
                .addSubcommand(new PoolGetCommand(session))
                .addSubcommand(new PoolUsageCommand(session))
                .addSubcommand(new PoolPlanCommand(session))
                .addSubcommand(new PoolCreateCommand(session))
                .addSubcommand(new PoolDeleteCommand(session));
    }
}
