package dev.butlerlabs.adm.addon;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for addons of the management cluster. */
@Command(
        name = "addon",
        aliases = {"addons", "ma", "maddon"},
        description = "Manage addons of the management cluster.",
        footer = {"  butleradm addon list", "  butleradm addon install velero --wait"})
public final class ManagementAddonCommand extends CommandGroup {
    private ManagementAddonCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new ManagementAddonCommand(session))
                .with("list", () -> new ManagementAddonListCommand(session))
                .with("catalog", () -> new ManagementCatalogCommand(session))
                .with("get", () -> new ManagementAddonGetCommand(session))
                .with("describe", () -> new ManagementAddonDescribeCommand(session))
                .with("install", () -> new ManagementAddonInstallCommand(session))
                .with("upgrade", () -> new ManagementAddonUpgradeCommand(session))
                .with("remove", () -> new ManagementAddonRemoveCommand(session))
                .with("bundle", () -> new BundleCommand(session));
    }
}
