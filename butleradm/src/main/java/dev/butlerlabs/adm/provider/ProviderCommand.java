package dev.butlerlabs.adm.provider;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Infrastructures. */
@Command(
        name = "provider",
        description = "Show, check, add and remove the infrastructures Butler makes machines on.",
        footer = {"  butleradm provider list", "  butleradm provider validate rack-one"})
public final class ProviderCommand extends CommandGroup {
    private ProviderCommand(Session session) {
        super(session);
    }

    public static CommandLine commands(Session session) {
        return new CommandLine(new ProviderCommand(session))
                .addSubcommand(new ListCommand(session))
                .addSubcommand(new GetCommand(session))
                .addSubcommand(new ValidateCommand(session))
                .addSubcommand(new CreateCommand(session))
                .addSubcommand(new DeleteCommand(session));
    }
}
