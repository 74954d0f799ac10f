package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.ToolCommands;
import picocli.CommandLine.Command;

/** Group of commands that manage access to tenant clusters. */
@Command(
        name = "access",
        description = "Manage access to tenant clusters.",
        footer = {"  butlerctl access grant demo alice --role view", "  butlerctl access list demo"})
public final class AccessCommand extends CommandGroup {
    private AccessCommand(Session session) {
        super(session);
    }

    public static ToolCommands commands(Session session) {
        return new ToolCommands(() -> new AccessCommand(session))
                .with("grant", () -> new GrantCommand(session))
                .with("list", () -> new ListCommand(session))
                .with("revoke", () -> new RevokeCommand(session));
    }
}
