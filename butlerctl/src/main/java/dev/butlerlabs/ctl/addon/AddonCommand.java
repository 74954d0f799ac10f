package dev.butlerlabs.ctl.addon;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Addons of tenant clusters. */
@Command(
        name = "addon",
        description = "Show, enable and disable addons of tenant clusters.",
        footer = {"  butlerctl addon catalog", "  butlerctl addon enable redis -c demo --wait"})
public final class AddonCommand extends CommandGroup {
    private AddonCommand(Session session) {
        super(session);
    }

    public static CommandLine commands(Session session) {
        return new CommandLine(new AddonCommand(session))
                .addSubcommand(new CatalogCommand(session))
                .addSubcommand(new ListCommand(session))
                .addSubcommand(new GetCommand(session))
                .addSubcommand(new EnableCommand(session))
                .addSubcommand(new DisableCommand(session));
    }
}
