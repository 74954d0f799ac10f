package dev.butlerlabs.adm.certs;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for certificates. */
@Command(
        name = "certs",
        aliases = {"cert"},
        description = "List and renew the certificates of the management cluster.",
        footer = {"  butleradm certs list demo", "  butleradm certs rotate demo"})
public final class CertsCommand extends CommandGroup {
    private CertsCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new CertsCommand(session))
                .with("list", () -> new CertsListCommand(session))
                .with("rotate", () -> new CertsRotateCommand(session));
    }
}
