package dev.butlerlabs.ctl.addon;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for addons of tenant clusters. */
@Command(
        name = "addon",
        aliases = {"addons", "ta"},
        description = "Manage addons of tenant clusters.",
        footer = {"  butlerctl addon catalog", "  butlerctl addon enable redis -c demo --wait"})
public final class TenantAddonCommand extends CommandGroup {
    private TenantAddonCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new TenantAddonCommand(session))
                .with("catalog", () -> new TenantCatalogCommand(session))
                .with("list", () -> new TenantAddonListCommand(session))
                .with("get", () -> new TenantAddonGetCommand(session))
                .with("describe", () -> new TenantAddonDescribeCommand(session))
                .with("enable", () -> new EnableCommand(session))
                .with("disable", () -> new DisableCommand(session));
    }
}
