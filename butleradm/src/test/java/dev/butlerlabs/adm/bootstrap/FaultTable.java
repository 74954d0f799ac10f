package dev.butlerlabs.adm.bootstrap;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The page that tells what an operator sees when something goes wrong. */
final class FaultTable {
    private FaultTable() {}

    static String of(List<FaultCase> cases, Map<FaultCase, String> seen, Path folder) {
        StringBuilder page = new StringBuilder("""
                # Bootstrap error messages

                The error message of a bootstrap for each cause. A test injects every cause into a simulated cluster of 1+1 machines and
                requires that the message names it; `-Dbutler.golden.update=true` regenerates this page.

                | cause | message |
                |---|---|
                """);
        cases.forEach(one -> page.append("| %s | %s |%n".formatted(one.cause(), told(seen.get(one), folder))));
        return page.toString();
    }

    /** Without what differs from run to run. */
    private static String told(String message, Path folder) {
        return message.replaceAll(Pattern.quote(folder.toString()) + "/fault-\\d+", "~")
                .replace("~/home", "~/.butler")
                .replaceAll("expired on [0-9T:-]+Z", "expired on 2026-01-01T00:00:00Z")
                .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "00000000-0000-4000-8000-000000000000")
                .replaceAll("offset \\d+", "offset 4096")
                .replaceAll("127\\.\\d+\\.\\d+\\.(\\d+)", "192.0.2.$1")
                .replaceAll("(192\\.0\\.2\\.\\d+):\\d{5}\\b(?<!:50000)", "$1:9440")
                .replaceAll(
                        "process \\d+ on host \\S+ since [^ .]+(\\.\\d+)?Z?",
                        "process 4711 on host operator-1 since 2026-01-01T00:00:00Z")
                .replaceAll("\\s*[\\r\\n]+\\s*", " ")
                .replace("|", "\\|");
    }
}
