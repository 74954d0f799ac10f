package dev.butlerlabs.core.cli.logging;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A parsed log record: the message, and the key-value pairs before it (from the fluent API) or after it. */
record LogEntry(String level, String message, Map<String, String> fields) {
    private static final int LONGEST_TAKEN_APART = 2_000;
    private static final String PAIR = "[A-Za-z][A-Za-z0-9_.-]*=\\S+";
    private static final Pattern PARTS =
            Pattern.compile("(?<before>(?:" + PAIR + " )*)(?<words>.*?)(?<after>(?: " + PAIR + ")*)", Pattern.DOTALL);

    static LogEntry of(LogRecord entry) {
        String text = new SimpleFormatter().formatMessage(entry);
        Matcher parts = PARTS.matcher(text == null ? "" : text);
        if (parts.regionEnd() > LONGEST_TAKEN_APART || !parts.matches()) {
            return new LogEntry(shortLevel(entry.getLevel()), text, Map.of());
        }
        Map<String, String> fields = new LinkedHashMap<>();
        addPairs(fields, parts.group("before"));
        addPairs(fields, parts.group("after"));
        return new LogEntry(shortLevel(entry.getLevel()), parts.group("words"), fields);
    }

    private static void addPairs(Map<String, String> fields, String pairs) {
        for (String pair : pairs.split(" ", -1)) {
            int sign = pair.indexOf('=');
            if (sign > 0) {
                fields.put(pair.substring(0, sign), pair.substring(sign + 1));
            }
        }
    }

    private static String shortLevel(Level level) {
        if (level.intValue() >= Level.SEVERE.intValue()) {
            return "ERR";
        }
        if (level.intValue() >= Level.WARNING.intValue()) {
            return "WRN";
        }
        return level.intValue() >= Level.INFO.intValue() ? "INF" : "DBG";
    }
}
