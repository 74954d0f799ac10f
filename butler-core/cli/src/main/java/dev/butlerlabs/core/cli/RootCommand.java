package dev.butlerlabs.core.cli;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The top-level command of a tool, with the option {@code --version} and the global options of all commands. */
public abstract class RootCommand extends CommandGroup {
    @SuppressWarnings("unused") // documents the option; moved to the command before the arguments are parsed
    @Mixin
    private OutputOptions output = new OutputOptions();

    @SuppressWarnings("unused") // set by picocli
    @Option(names = "--version", versionHelp = true, description = "Show the version and exit.")
    private boolean version;

    protected RootCommand(CommandContext session) {
        super(session);
    }
}
