package dev.butlerlabs.core.cli;

import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whether a command waits for what it asked for, and how long. */
public final class AwaitOptions {
    @Option(
            names = "--wait",
            negatable = true,
            description = "Wait until it is done and say what it waits for; --no-wait returns at once.")
    private Boolean wait;

    @Mixin
    private WaitOptions limit = new WaitOptions();

    /**
     * Whether to wait.
     *
     * @param usually what holds when nobody says
     */
    public boolean isWanted(boolean usually) {
        return wait == null ? usually : wait;
    }

    public Duration limit(Duration usual) {
        return limit.timeout().orElse(usual);
    }
}
