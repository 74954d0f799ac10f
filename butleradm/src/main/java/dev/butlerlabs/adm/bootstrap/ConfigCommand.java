package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for bootstrap files. */
@Command(
        name = "config",
        description = "Work with bootstrap files.",
        footer = {"  butleradm config convert -c upstream.yaml -o bootstrap.yaml"})
public final class ConfigCommand extends CommandGroup {
    private ConfigCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new ConfigCommand(session)).with("convert", () -> new ConvertCommand(session));
    }
}
