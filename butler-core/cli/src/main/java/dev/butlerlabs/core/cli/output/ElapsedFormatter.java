package dev.butlerlabs.core.cli.output;

import java.time.Duration;

/** Formats the time since a start, to the second. */
public final class ElapsedFormatter {
    private ElapsedFormatter() {}

    /** Returns {@code 0:07}, {@code 12:34} or {@code 1:02:03}; a negative duration, as after a clock change, counts as zero. */
    public static String of(Duration length) {
        long seconds = Math.max(0, length.toSeconds());
        long hours = seconds / 3_600;
        return hours > 0
                ? "%d:%02d:%02d".formatted(hours, seconds / 60 % 60, seconds % 60)
                : "%d:%02d".formatted(seconds / 60, seconds % 60);
    }
}
