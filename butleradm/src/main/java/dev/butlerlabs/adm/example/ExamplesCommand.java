package dev.butlerlabs.adm.example;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandGroup;
import dev.butlerlabs.core.cli.CommandRegistry;
import picocli.CommandLine.Command;

/** Group of commands for example files. */
@Command(
        name = "examples",
        description = "List, show and copy example files for clusters and teams.",
        footer = {
            "  butleradm examples list",
            "  butleradm examples show bootstrap-proxmox",
            "  butleradm examples copy bootstrap-proxmox bootstrap.yaml"
        })
public final class ExamplesCommand extends CommandGroup {
    private ExamplesCommand(CommandContext session) {
        super(session);
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new ExamplesCommand(session))
                .with("list", () -> new ExampleListCommand(session))
                .with("show", () -> new ExampleShowCommand(session))
                .with("copy", () -> new ExampleCopyCommand(session));
    }
}
