package dev.butlerlabs.core.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses durations such as {@code 30s}, {@code 15m}, {@code 1h30m} and {@code 500ms}. */
public final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern DURATION =
            Pattern.compile("(?:(\\d{1,5})h)?(?:(\\d{1,7})m)?(?:(\\d{1,9})s)?(?:(\\d{1,9})ms)?");

    @Override
    public Duration convert(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (text.isEmpty() || !matcher.matches()) {
            throw new TypeConversionException("must be a duration with a unit, such as 30s, 15m or 1h30m");
        }
        Duration duration = Duration.ofHours(number(matcher, 1))
                .plusMinutes(number(matcher, 2))
                .plusSeconds(number(matcher, 3))
                .plusMillis(number(matcher, 4));
        if (duration.isZero()) {
            throw new TypeConversionException("must be greater than zero");
        }
        return duration;
    }

    private static long number(Matcher matcher, int group) {
        return matcher.group(group) == null ? 0 : Long.parseLong(matcher.group(group));
    }
}
