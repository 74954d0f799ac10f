package dev.butlerlabs.core.cli.output;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Formats ages with one unit. */
public final class AgeFormatter {
    private AgeFormatter() {}

    /**
     * Returns {@code 42s}, {@code 5m}, {@code 3h}, {@code 6d}, {@code 8w}, or {@code <unknown>} if the time is unknown.
     */
    public static String between(Optional<Instant> then, Instant now) {
        return then.map(instant -> of(Duration.between(instant, now))).orElse("<unknown>");
    }

    /** Formats a duration in the same way; a negative one, as after a clock change, counts as zero. */
    public static String of(Duration length) {
        long seconds = Math.max(0, length.toSeconds());
        if (seconds < 60) {
            return seconds + "s";
        }
        if (seconds < 3_600) {
            return seconds / 60 + "m";
        }
        long hours = seconds / 3_600;
        if (hours < 24) {
            return hours + "h";
        }
        return hours < 24 * 7 ? hours / 24 + "d" : hours / (24 * 7) + "w";
    }
}
