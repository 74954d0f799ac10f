package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.ToolCommands;
import picocli.CommandLine.Command;

/** Who may do what. */
@Command(
        name = "access",
        description = "Say who may do what in a tenant cluster.",
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
