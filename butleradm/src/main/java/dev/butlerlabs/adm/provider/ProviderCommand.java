package dev.butlerlabs.adm.provider;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.ToolCommands;
import picocli.CommandLine.Command;

/** Group of commands for ProviderConfigs. */
@Command(
        name = "provider",
        description = "Manage infrastructure providers.",
        footer = {"  butleradm provider list", "  butleradm provider validate rack-one"})
public final class ProviderCommand extends CommandGroup {
    private ProviderCommand(Session session) {
        super(session);
    }

    public static ToolCommands commands(Session session) {
        return new ToolCommands(() -> new ProviderCommand(session))
                .with("list", () -> new ListCommand(session))
                .with("get", () -> new GetCommand(session))
                .with("validate", () -> new ValidateCommand(session))
                .with("create", () -> new CreateCommand(session))
                .with("delete", () -> new DeleteCommand(session));
    }
}
