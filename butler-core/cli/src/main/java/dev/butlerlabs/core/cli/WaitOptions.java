package dev.butlerlabs.core.cli;

import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Option for the time limit of a command. */
public final class WaitOptions {
    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Time limit, such as 30s, 15m or 1h30m.")
    private Duration timeout;

    /** Returns the time limit; empty for the default of the command. */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }
}
