package dev.butlerlabs.core.cli;

import picocli.CommandLine.Option;

/** The tool itself: a group of commands that also tells its version. */
public abstract class RootCommand extends CommandGroup {
    @SuppressWarnings("unused") // read by the parser alone
    @Option(names = "--version", versionHelp = true, description = "Show the version and exit.")
    private boolean version;

    protected RootCommand(Session session) {
        super(session);
    }
}
