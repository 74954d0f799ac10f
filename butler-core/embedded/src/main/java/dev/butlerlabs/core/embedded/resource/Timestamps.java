package dev.butlerlabs.core.embedded.resource;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Formats timestamps for metadata: UTC, in whole seconds. */
public final class Timestamps {
    private Timestamps() {}

    public static String of(Instant instant) {
        return DateTimeFormatter.ISO_INSTANT.format(instant.truncatedTo(ChronoUnit.SECONDS));
    }
}
