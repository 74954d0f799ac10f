package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands that manage access to tenant clusters. */
@Command(
        name = "access",
        description = "Manage access to tenant clusters.",
        footer = {"  butlerctl access grant demo alice --role view", "  butlerctl access list demo"})
public final class AccessCommand extends CommandGroup {
    private AccessCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new AccessCommand(session))
                .with("grant", () -> new GrantCommand(session))
                .with("list", () -> new AccessListCommand(session))
                .with("revoke", () -> new RevokeCommand(session));
    }
}
