package dev.butlerlabs.adm.idp;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for IdentityProviders. */
@Command(
        name = "idp",
        aliases = {"idps"},
        description = "Manage the identity providers that users log in with.",
        footer = {"  butleradm idp list", "  butleradm idp test corporate"})
public final class IdentityProviderCommand extends CommandGroup {
    private IdentityProviderCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new IdentityProviderCommand(session))
                .with("list", () -> new IdentityProviderListCommand(session))
                .with("get", () -> new IdentityProviderGetCommand(session))
                .with("describe", () -> new IdentityProviderDescribeCommand(session))
                .with("add", () -> new IdentityProviderAddCommand(session))
                .with("test", () -> new IdentityProviderTestCommand(session))
                .with("delete", () -> new IdentityProviderDeleteCommand(session));
    }
}
