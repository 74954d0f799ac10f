package dev.butlerlabs.core.cli;

import picocli.CommandLine.Option;

/** Whether a command may ask, and what it is told when it may not. */
public final class ConsentOptions {
    @Option(
            names = {"-y", "--yes"},
            description = "Answer every question with yes.")
    private boolean yes;

    @Option(names = "--no-input", description = "Never ask; fail and name the missing option instead.")
    private boolean noInput;

    /** Whether agreement was given beforehand. */
    public boolean isGiven() {
        return yes;
    }

    public Prompts prompts(Session session) {
        return new Prompts(session, yes, noInput);
    }
}
