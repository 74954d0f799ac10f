package dev.butlerlabs.core.cli.logging;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/**
 * Formats log records as {@code HH:MM:SS LVL message key=value}, followed by the cause: its message, or the whole stack
 * trace.
 */
final class TextFormatter extends Formatter {
    private final DateTimeFormatter time;
    private final boolean traces;

    TextFormatter(ZoneId zone, boolean traces) {
        this.traces = traces;
        time = DateTimeFormatter.ofPattern("HH:mm:ss").withZone(zone);
    }

    @Override
    public String format(LogRecord entry) {
        LogEntry parts = LogEntry.of(entry);
        StringBuilder line = new StringBuilder(time.format(entry.getInstant()));
        line.append(' ').append(parts.level()).append(' ').append(parts.message());
        parts.fields()
                .forEach(
                        (key, value) -> line.append(' ').append(key).append('=').append(value));
        if (entry.getThrown() != null) {
            line.append(traces ? "\n" + StackTraceFormatter.of(entry.getThrown()) : ": " + entry.getThrown());
        }
        return line.toString();
    }
}
