package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.adm.platform.PlatformConfigGetCommand;
import dev.butlerlabs.adm.platform.PlatformConfigSetCommand;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for the settings of the platform and bootstrap files. */
@Command(
        name = "config",
        description = "Show and change the settings of the platform, and convert bootstrap files.",
        footer = {"  butleradm config get", "  butleradm config convert -c upstream.yaml -o bootstrap.yaml"})
public final class ConfigCommand extends CommandGroup {
    private ConfigCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new ConfigCommand(session))
                .with("get", () -> new PlatformConfigGetCommand(session))
                .with("set", () -> new PlatformConfigSetCommand(session))
                .with("convert", () -> new ConvertCommand(session));
    }
}
