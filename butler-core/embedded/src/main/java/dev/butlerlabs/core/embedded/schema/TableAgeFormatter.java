package dev.butlerlabs.core.embedded.schema;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Formats ages for tables, in one or two units. */
final class TableAgeFormatter {
    private TableAgeFormatter() {}

    /** Returns the age of a timestamp; unknown if it is missing. */
    static String since(String moment, Instant now) {
        if (moment.isEmpty()) {
            return "<unknown>";
        }
        try {
            return describe(Duration.between(instant(moment), now));
        } catch (DateTimeException unreadable) {
            return "<invalid>";
        }
    }

    static Instant instant(String moment) {
        return OffsetDateTime.parse(moment).toInstant();
    }

    static String describe(Duration age) {
        long seconds = age.toSeconds();
        if (seconds < -1) {
            return "<invalid>";
        }
        if (seconds < 120) {
            return Math.max(seconds, 0) + "s";
        }
        long minutes = age.toMinutes();
        if (minutes < 10) {
            return two(minutes, "m", seconds % 60, "s");
        }
        if (minutes < 180) {
            return minutes + "m";
        }
        return hours(age.toHours(), minutes);
    }

    private static String hours(long hours, long minutes) {
        if (hours < 8) {
            return two(hours, "h", minutes % 60, "m");
        }
        if (hours < 48) {
            return hours + "h";
        }
        long days = hours / 24;
        if (days < 8) {
            return two(days, "d", hours % 24, "h");
        }
        if (days < 2 * 365) {
            return days + "d";
        }
        return days < 8 * 365 ? two(days / 365, "y", days % 365, "d") : days / 365 + "y";
    }

    private static String two(long big, String bigUnit, long small, String smallUnit) {
        return big + bigUnit + (small == 0 ? "" : small + smallUnit);
    }
}
