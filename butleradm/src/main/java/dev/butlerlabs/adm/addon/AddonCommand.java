package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Addons of the management cluster. */
@Command(
        name = "addon",
        description = "Show, install, upgrade and remove addons of the management cluster.",
        footer = {"  butleradm addon list", "  butleradm addon install velero --wait"})
public final class AddonCommand extends CommandGroup {
    private AddonCommand(Session session) {
        super(session);
    }

    public static CommandLine commands(Session session) {
        return new CommandLine(new AddonCommand(session))
                .addSubcommand(new ListCommand(session))
                .addSubcommand(new CatalogCommand(session))
                .addSubcommand(new GetCommand(session))
                .addSubcommand(new InstallCommand(session))
                .addSubcommand(new UpgradeCommand(session))
                .addSubcommand(new RemoveCommand(session))
                .addSubcommand(new BundleCommand(session));
    }
}
