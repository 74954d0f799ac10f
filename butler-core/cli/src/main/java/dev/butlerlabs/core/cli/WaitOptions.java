package dev.butlerlabs.core.cli;

import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How long a command may take. */
public final class WaitOptions {
    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Give up after this long, such as 30s, 15m or 1h30m.")
    private Duration timeout;

    /** Empty when the command's own limit holds. */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }
}
