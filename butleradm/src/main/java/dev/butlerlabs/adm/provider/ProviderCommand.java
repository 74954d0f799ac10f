package dev.butlerlabs.adm.provider;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for ProviderConfigs. */
@Command(
        name = "provider",
        aliases = {"providers", "pc"},
        description = "Manage infrastructure providers.",
        footer = {"  butleradm provider list", "  butleradm provider validate rack-one"})
public final class ProviderCommand extends CommandGroup {
    private ProviderCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new ProviderCommand(session))
                .with("list", () -> new ProviderListCommand(session))
                .with("get", () -> new ProviderGetCommand(session))
                .with("describe", () -> new ProviderDescribeCommand(session))
                .with("validate", () -> new ProviderValidateCommand(session))
                .with("create", () -> new ProviderCreateCommand(session))
                .with("delete", () -> new ProviderDeleteCommand(session));
    }
}
