package dev.butlerlabs.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The results of a benchmark with the machine and the command, as the JSON file from which docs/performance.md is generated. */
final class BenchReport {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final Map<String, Object> tree = new LinkedHashMap<>();
    private final List<Map<String, Object>> results = new ArrayList<>();

    private BenchReport() {}

    /** Returns a report without results. */
    static BenchReport of(String benchmark, List<String> arguments) {
        BenchReport report = new BenchReport();
        String shown = String.join(
                " ",
                arguments.stream()
                        .filter(word -> !word.startsWith("--json="))
                        .map(word -> word.contains(" ") ? "'" + word + "'" : word)
                        .toList());
        report.tree.put("command", ("scripts/bench " + benchmark + " " + shown).strip());
        report.tree.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        report.tree.put("machine", machine());
        report.tree.put(
                "load",
                Math.round(ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                                        .getSystemLoadAverage()
                                * 10)
                        / 10.0);
        report.tree.put("results", report.results);
        return report;
    }

    private static String machine() {
        return "%d cores, %s, %s"
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        System.getProperty("os.arch"),
                        processor().orElse("unknown processor"));
    }

    private static Optional<String> processor() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    void note(String name, String value) {
        tree.put(name, value);
    }

    void add(Map<String, Object> figures) {
        results.add(figures);
    }

    void write(Path file) {
        try {
            Files.writeString(file, JSON.writeValueAsString(tree) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
