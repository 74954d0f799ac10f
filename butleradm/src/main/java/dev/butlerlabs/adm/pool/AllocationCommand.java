package dev.butlerlabs.adm.pool;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.ToolCommands;
import picocli.CommandLine.Command;

/** Group of commands for IPAllocations. */
@Command(
        name = "allocation",
        description = "List and release address allocations.",
        footer = {"  butleradm allocation list", "  butleradm allocation list --pool lab-pool"})
public final class AllocationCommand extends CommandGroup {
    private AllocationCommand(Session session) {
        super(session);
    }

    public static ToolCommands commands(Session session) {
        return new ToolCommands(() -> new AllocationCommand(session))
                .with("list", () -> new AllocationListCommand(session))
                .with("release", () -> new AllocationReleaseCommand(session));
    }
}
