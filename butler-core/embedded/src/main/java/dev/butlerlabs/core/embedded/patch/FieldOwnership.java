package dev.butlerlabs.core.embedded.patch;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The fields of an owner.
 *
 * @param apiVersion the version in which the fields are named
 * @param time when the owner last changed a field; empty if it never did
 */
record FieldOwnership(FieldSet fields, String apiVersion, Optional<String> time) {

    static String timestamp(Instant now) {
        return now.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    FieldOwnership with(FieldSet others) {
        return new FieldOwnership(others, apiVersion, time);
    }

    FieldOwnership at(Instant now) {
        return new FieldOwnership(fields, apiVersion, Optional.of(timestamp(now)));
    }

    /** Returns the time in whole seconds, or zero if it is unknown. */
    long seconds() {
        return time.map(FieldOwnership::seconds).orElse(0L);
    }

    private static long seconds(String time) {
        try {
            return OffsetDateTime.parse(time).toEpochSecond();
        } catch (DateTimeException unreadable) {
            return 0;
        }
    }
}
