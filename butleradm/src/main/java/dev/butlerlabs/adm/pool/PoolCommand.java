package dev.butlerlabs.adm.pool;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for NetworkPools. */
@Command(
        name = "pool",
        aliases = {"pools", "np"},
        description = "Manage the NetworkPools that tenant clusters get their addresses from.",
        footer = {"  butleradm pool list", "  butleradm pool usage lab-pool"})
public final class PoolCommand extends CommandGroup {
    private PoolCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new PoolCommand(session))
                .with("list", () -> new PoolListCommand(session))
                .with("get", () -> new PoolGetCommand(session))
                .with("describe", () -> new PoolDescribeCommand(session))
                .with("usage", () -> new PoolUsageCommand(session))
                .with("plan", () -> new PoolPlanCommand(session))
                .with("create", () -> new PoolCreateCommand(session))
                .with("delete", () -> new PoolDeleteCommand(session));
    }
}
