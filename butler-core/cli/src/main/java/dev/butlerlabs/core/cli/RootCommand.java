package dev.butlerlabs.core.cli;

import picocli.CommandLine.Option;

/** The top-level command of a tool, with the option {@code --version}. */
public abstract class RootCommand extends CommandGroup {
    @SuppressWarnings("unused") // set by picocli
    @Option(names = "--version", versionHelp = true, description = "Show the version and exit.")
    private boolean version;

    protected RootCommand(CommandContext session) {
        super(session);
    }
}
