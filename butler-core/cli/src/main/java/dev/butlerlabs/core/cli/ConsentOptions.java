package dev.butlerlabs.core.cli;

import picocli.CommandLine.Option;

/** Options for confirmation prompts. */
public final class ConsentOptions {
    @Option(
            names = {"-y", "--yes"},
            description = "Answer all prompts with yes.")
    private boolean yes;

    @Option(names = "--no-input", description = "Do not prompt; fail and name the required option.")
    private boolean noInput;

    /** Returns whether {@code --yes} was given. */
    public boolean isGiven() {
        return yes;
    }

    /** Returns whether questions may be asked: {@code --no-input} was not given. */
    public boolean permitsInput() {
        return !noInput;
    }

    public ConfirmationPrompt prompts(CommandContext session) {
        return new ConfirmationPrompt(session, yes, noInput);
    }
}
