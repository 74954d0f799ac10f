package dev.butlerlabs.core.cli.logging;

import dev.butlerlabs.core.cli.output.JsonTextWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/** Formats log records as one JSON object per line. */
final class JsonFormatter extends Formatter {
    @Override
    public String format(LogRecord entry) {
        LogEntry parts = LogEntry.of(entry);
        Instant time = entry.getInstant().truncatedTo(ChronoUnit.MILLIS);
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("time", time.toString());
        line.put("level", parts.level());
        line.put("logger", entry.getLoggerName());
        line.put("message", parts.message());
        if (!parts.fields().isEmpty()) {
            line.put("fields", parts.fields());
        }
        if (entry.getThrown() != null) {
            line.put("trace", StackTraceFormatter.of(entry.getThrown()));
        }
        return JsonTextWriter.line(line);
    }
}
