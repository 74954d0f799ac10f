package dev.butlerlabs.core.cli.doctor;

import dev.butlerlabs.core.cli.DurationConverter;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Options of the doctor commands. */
public final class DoctorOptions {
    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            defaultValue = "10s",
            converter = DurationConverter.class,
            description = "Maximum time of each check (default: ${DEFAULT-VALUE}).")
    private Duration timeout = Duration.ofSeconds(10);

    public Duration timeout() {
        return timeout;
    }
}
