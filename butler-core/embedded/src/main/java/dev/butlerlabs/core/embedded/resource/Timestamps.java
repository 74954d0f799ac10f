package dev.butlerlabs.core.embedded.resource;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Times as metadata carries them: UTC, whole seconds. */
public final class Timestamps {
    private Timestamps() {}

    public static String of(Instant instant) {
        return DateTimeFormatter.ISO_INSTANT.format(instant.truncatedTo(ChronoUnit.SECONDS));
    }
}
