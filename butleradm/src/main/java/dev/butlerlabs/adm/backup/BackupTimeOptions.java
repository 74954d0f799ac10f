package dev.butlerlabs.adm.backup;

import dev.butlerlabs.core.backup.schedule.CronExpression;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Options for the times of scheduled backups. */
final class BackupTimeOptions {
    private static final Pattern INTERVAL = Pattern.compile("(\\d{1,3})([mhd])");
    private static final Pattern TIME = Pattern.compile("([01]\\d|2[0-3]):([0-5]\\d)");
    private static final List<Integer> MINUTES = List.of(5, 10, 15, 20, 30);
    private static final List<Integer> HOURS = List.of(1, 2, 3, 4, 6, 8, 12);

    @Option(
            names = "--every",
            paramLabel = "INTERVAL",
            description =
                    "Interval, from midnight UTC: 5m, 10m, 15m, 20m, 30m, 1h, 2h, 3h, 4h, 6h, 8h, 12h, 24h or 7d (Sunday).")
    private Optional<String> interval = Optional.empty();

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "Time of day in UTC, such as 02:30, daily or with --every 7d on Sundays.")
    private Optional<String> time = Optional.empty();

    @Option(
            names = "--schedule",
            paramLabel = "CRON",
            description = "Cron expression with five fields in UTC, instead of --every and --at.")
    private Optional<String> expression = Optional.empty();

    /**
     * Returns the cron expression; empty if no option is given.
     *
     * @throws ButlerException if an option is not valid
     */
    Optional<String> expression() {
        if (expression.isPresent() && (interval.isPresent() || time.isPresent())) {
            throw new ButlerException(ErrorCode.USAGE, "--schedule excludes --every and --at.", "Pass either of them.");
        }
        return expression.or(this::regular).map(text -> {
            try {
                return CronExpression.parse(text).toString();
            } catch (IllegalArgumentException e) {
                throw new ButlerException(
                        ErrorCode.USAGE,
                        "invalid value \"%s\" for --schedule: %s".formatted(text, e.getMessage()),
                        "Use minute, hour, day of month, month and day of week, such as \"30 2 * * *\".");
            }
        });
    }

    private Optional<String> regular() {
        if (Stream.of(interval, time).allMatch(Optional::isEmpty)) {
            return Optional.empty();
        }
        String start = time.map(BackupTimeOptions::start).orElse("0 0");
        return Optional.of(interval.map(text -> of(text, start)).orElse(start + " * * *"));
    }

    private static String start(String text) {
        Matcher matcher = TIME.matcher(text);
        if (!matcher.matches()) {
            throw new ButlerException(
                    ErrorCode.USAGE, "invalid value \"%s\" for --at: must be a time such as 02:30".formatted(text));
        }
        return "%d %d".formatted(Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(1)));
    }

    private String of(String text, String start) {
        Matcher matcher = INTERVAL.matcher(text);
        int number = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
        String unit = matcher.matches() ? matcher.group(2) : "";
        if (text.equals("24h") || text.equals("1d")) {
            return start + " * * *";
        }
        if (text.equals("7d")) {
            return start + " * * 0";
        }
        boolean isDivisor =
                (unit.equals("m") && MINUTES.contains(number)) || (unit.equals("h") && HOURS.contains(number));
        if (!isDivisor) {
            throw new ButlerException(
                    ErrorCode.USAGE,
                    "invalid value \"%s\" for --every".formatted(text),
                    "Use 5m, 10m, 15m, 20m, 30m, 1h, 2h, 3h, 4h, 6h, 8h, 12h, 24h or 7d, or pass --schedule.");
        }
        if (time.isPresent()) {
            throw new ButlerException(
                    ErrorCode.USAGE, "--at can be used with --every 24h and 7d only.", "Omit one of them.");
        }
        String hours = number == 1 ? "*" : "*/" + number;
        return unit.equals("m") ? "*/%d * * * *".formatted(number) : "0 %s * * *".formatted(hours);
    }
}
