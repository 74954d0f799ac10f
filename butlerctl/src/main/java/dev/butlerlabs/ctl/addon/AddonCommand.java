package dev.butlerlabs.ctl.addon;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.ToolCommands;
import picocli.CommandLine.Command;

/** Group of commands for addons of tenant clusters. */
@Command(
        name = "addon",
        description = "Manage addons of tenant clusters.",
        footer = {"  butlerctl addon catalog", "  butlerctl addon enable redis -c demo --wait"})
public final class AddonCommand extends CommandGroup {
    private AddonCommand(Session session) {
        super(session);
    }

    public static ToolCommands commands(Session session) {
        return new ToolCommands(() -> new AddonCommand(session))
                .with("catalog", () -> new CatalogCommand(session))
                .with("list", () -> new ListCommand(session))
                .with("get", () -> new GetCommand(session))
                .with("enable", () -> new EnableCommand(session))
                .with("disable", () -> new DisableCommand(session));
    }
}
