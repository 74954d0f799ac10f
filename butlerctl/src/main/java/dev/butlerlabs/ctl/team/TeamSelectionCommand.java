package dev.butlerlabs.ctl.team;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands that list and select teams. */
@Command(
        name = "team",
        aliases = {"teams", "tm"},
        description = "List teams and select the one whose namespace commands use.",
        footer = {"  butlerctl team list", "  butlerctl team use payments"})
public final class TeamSelectionCommand extends CommandGroup {
    private TeamSelectionCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new TeamSelectionCommand(session))
                .with("list", () -> new VisibleTeamsCommand(session))
                .with("use", () -> new TeamUseCommand(session));
    }
}
