package dev.butlerlabs.core.backup.schedule;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/**
 * A cron expression with five fields, in UTC: minute, hour, day of month, month, day of week. If both days are restricted, one of them must
 * match, as in cron. Immutable.
 */
public final class CronExpression {
    /** Between two 29ths of February there may be eight years. */
    private static final int MAX_DAYS = 8 * 366 + 1;

    private static final int FIELDS = 5;

    private final String text;
    private final CronField minutes;
    private final CronField hours;
    private final CronField days;
    private final CronField months;
    private final CronField weekdays;

    private CronExpression(String text, String[] fields) {
        this.text = text;
        minutes = CronField.parse("minute", fields[0], 0, 59, "");
        hours = CronField.parse("hour", fields[1], 0, 23, "");
        days = CronField.parse("day of month", fields[2], 1, 31, "");
        months = CronField.parse("month", fields[3], 1, 12, "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC");
        weekdays = CronField.parse("day of week", fields[4], 0, 7, "SUNMONTUEWEDTHUFRISAT");
    }

    /**
     * Parses an expression.
     *
     * @throws IllegalArgumentException if it is not valid or never matches; the message names the field
     */
    public static CronExpression parse(String text) {
        String[] fields = text.strip().toUpperCase(Locale.ROOT).split("\\s+");
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException(
                    "a cron expression has %d fields, not %d".formatted(FIELDS, fields.length));
        }
        CronExpression expression = new CronExpression(text, fields);
        if (expression.find(LocalDate.EPOCH, 1).isEmpty()) {
            throw new IllegalArgumentException("no day matches \"%s\"".formatted(text));
        }
        return expression;
    }

    /** Returns the first time after another one. */
    public Instant next(Instant after) {
        ZonedDateTime start = minute(after).plusMinutes(1);
        return on(start.toLocalDate())
                .flatMap(day -> timeFrom(start.toLocalTime()).map(time -> instant(day, time)))
                .or(() -> find(start.toLocalDate().plusDays(1), 1)
                        .map(day -> instant(day, timeFrom(LocalTime.MIN).orElseThrow())))
                .orElseThrow();
    }

    /** Returns the last time that is not after another one. */
    public Instant previous(Instant until) {
        ZonedDateTime end = minute(until);
        return on(end.toLocalDate())
                .flatMap(day -> timeUntil(end.toLocalTime()).map(time -> instant(day, time)))
                .or(() -> find(end.toLocalDate().minusDays(1), -1)
                        .map(day -> instant(day, timeUntil(LocalTime.MAX).orElseThrow())))
                .orElseThrow();
    }

    private static ZonedDateTime minute(Instant time) {
        return time.atZone(ZoneOffset.UTC).truncatedTo(ChronoUnit.MINUTES);
    }

    private static Instant instant(LocalDate day, LocalTime time) {
        return day.atTime(time).toInstant(ZoneOffset.UTC);
    }

    private Optional<LocalDate> find(LocalDate start, int step) {
        for (int i = 0; i <= MAX_DAYS; i++) {
            LocalDate day = start.plusDays((long) i * step);
            if (matches(day)) {
                return Optional.of(day);
            }
        }
        return Optional.empty();
    }

    private Optional<LocalDate> on(LocalDate day) {
        return Optional.of(day).filter(this::matches);
    }

    private boolean matches(LocalDate day) {
        boolean isDay = days.matches(day.getDayOfMonth());
        DayOfWeek weekday = day.getDayOfWeek();
        boolean isWeekday =
                weekdays.matches(weekday.getValue()) || (weekday == DayOfWeek.SUNDAY && weekdays.matches(0));
        boolean isEither = days.isRestricted() && weekdays.isRestricted();
        return months.matches(day.getMonthValue()) && (isEither ? isDay || isWeekday : isDay && isWeekday);
    }

    private Optional<LocalTime> timeFrom(LocalTime start) {
        for (int hour = start.getHour(); hour <= 23; hour++) {
            int first = hour == start.getHour() ? start.getMinute() : 0;
            for (int minute = first; hours.matches(hour) && minute <= 59; minute++) {
                if (minutes.matches(minute)) {
                    return Optional.of(LocalTime.of(hour, minute));
                }
            }
        }
        return Optional.empty();
    }

    private Optional<LocalTime> timeUntil(LocalTime end) {
        for (int hour = end.getHour(); hour >= 0; hour--) {
            int last = hour == end.getHour() ? end.getMinute() : 59;
            for (int minute = last; hours.matches(hour) && minute >= 0; minute--) {
                if (minutes.matches(minute)) {
                    return Optional.of(LocalTime.of(hour, minute));
                }
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return text;
    }
}
