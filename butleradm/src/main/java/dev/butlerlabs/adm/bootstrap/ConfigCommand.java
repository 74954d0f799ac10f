package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.Session;
import dev.butlerlabs.core.cli.ToolCommands;
import picocli.CommandLine.Command;

/** Group of commands for bootstrap files. */
@Command(
        name = "config",
        description = "Work with bootstrap files.",
        footer = {"  butleradm config convert -c upstream.yaml -o bootstrap.yaml"})
public final class ConfigCommand extends CommandGroup {
    private ConfigCommand(Session session) {
        super(session);
    }

    public static ToolCommands commands(Session session) {
        return new ToolCommands(() -> new ConfigCommand(session)).with("convert", () -> new ConvertCommand(session));
    }
}
