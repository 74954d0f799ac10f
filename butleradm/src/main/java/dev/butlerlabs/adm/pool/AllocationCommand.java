package dev.butlerlabs.adm.pool;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for IPAllocations. */
@Command(
        name = "allocation",
        aliases = {"allocations", "ipa"},
        description = "List and release address allocations.",
        footer = {"  butleradm allocation list", "  butleradm allocation list --pool lab-pool"})
public final class AllocationCommand extends CommandGroup {
    private AllocationCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new AllocationCommand(session))
                .with("list", () -> new AllocationListCommand(session))
                .with("get", () -> new AllocationGetCommand(session))
                .with("describe", () -> new AllocationDescribeCommand(session))
                .with("release", () -> new AllocationReleaseCommand(session));
    }
}
