package dev.butlerlabs.ctl.access;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import picocli.CommandLine;
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

    public static CommandLine commands(Session session) {
        return new CommandLine(new AccessCommand(session))
                .addSubcommand(new GrantCommand(session))
                .addSubcommand(new ListCommand(session))
                .addSubcommand(new RevokeCommand(session));
    }
}
