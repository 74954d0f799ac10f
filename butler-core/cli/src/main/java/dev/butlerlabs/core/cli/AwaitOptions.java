package dev.butlerlabs.core.cli;

import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that decide whether and how long a command waits for its result. */
public final class AwaitOptions {
    @Option(
            names = "--wait",
            negatable = true,
            description = "Wait until the operation completes and show progress; --no-wait returns immediately.")
    private Boolean wait;

    @Mixin
    private WaitOptions limit = new WaitOptions();

    /**
     * Returns whether to wait.
     *
     * @param usually the default if neither {@code --wait} nor {@code --no-wait} is given
     */
    public boolean isWanted(boolean usually) {
        return wait == null ? usually : wait;
    }

    public Duration limit(Duration usual) {
        return limit.timeout().orElse(usual);
    }
}
