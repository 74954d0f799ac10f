package dev.butlerlabs.adm.team;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for Teams. */
@Command(
        name = "team",
        aliases = {"teams", "tm"},
        description = "Manage teams, their members and limits.",
        footer = {"  butleradm team list", "  butleradm team create payments --member ada=admin"})
public final class TeamCommand extends CommandGroup {
    private TeamCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new TeamCommand(session))
                .with("list", () -> new TeamListCommand(session))
                .with("get", () -> new TeamGetCommand(session))
                .with("describe", () -> new TeamDescribeCommand(session))
                .with("create", () -> new TeamCreateCommand(session))
                .with("set", () -> new TeamSetCommand(session))
                .with("add-member", () -> new AddMemberCommand(session))
                .with("remove-member", () -> new RemoveMemberCommand(session))
                .with("delete", () -> new TeamDeleteCommand(session));
    }
}
