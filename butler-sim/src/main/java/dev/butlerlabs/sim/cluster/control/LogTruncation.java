package dev.butlerlabs.sim.cluster.control;

import java.util.List;

/** Truncates logs to the size limit of a termination message. */
final class LogTruncation {
    private static final int LINES = 80;
    private static final int CHARACTERS = 2048;

    private LogTruncation() {}

    static String end(String log) {
        List<String> lines = log.lines().toList();
        String last = String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
        return last.length() <= CHARACTERS ? last : last.substring(last.length() - CHARACTERS);
    }
}
