package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.ToolCommands;
import picocli.CommandLine.Command;

/** Group of commands for addons of the management cluster. */
@Command(
        name = "addon",
        description = "Manage addons of the management cluster.",
        footer = {"  butleradm addon list", "  butleradm addon install velero --wait"})
public final class AddonCommand extends CommandGroup {
    private AddonCommand(Session session) {
        super(session);
    }

    public static ToolCommands commands(Session session) {
        return new ToolCommands(() -> new AddonCommand(session))
                .with("list", () -> new ListCommand(session))
                .with("catalog", () -> new CatalogCommand(session))
                .with("get", () -> new GetCommand(session))
                .with("install", () -> new InstallCommand(session))
                .with("upgrade", () -> new UpgradeCommand(session))
                .with("remove", () -> new RemoveCommand(session))
                .with("bundle", () -> new BundleCommand(session));
    }
}
