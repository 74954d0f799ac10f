package dev.butlerlabs.adm.user;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for Users. */
@Command(
        name = "user",
        aliases = {"users", "usr"},
        description = "Manage the users of the platform.",
        footer = {"  butleradm user list", "  butleradm user create ada --email ada@example.com"})
public final class UserCommand extends CommandGroup {
    private UserCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new UserCommand(session))
                .with("list", () -> new UserListCommand(session))
                .with("get", () -> new UserGetCommand(session))
                .with("describe", () -> new UserDescribeCommand(session))
                .with("create", () -> new UserCreateCommand(session))
                .with("disable", () -> new UserDisableCommand(session))
                .with("enable", () -> new UserEnableCommand(session))
                .with("delete", () -> new UserDeleteCommand(session));
    }
}
