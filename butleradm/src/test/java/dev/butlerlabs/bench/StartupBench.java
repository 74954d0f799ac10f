package dev.butlerlabs.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * How long programs take to start and to end, and how much memory they take. A file names them, each line {@code PROGRAM: COMMAND=WORDS}. They take turns, so that a busy moment of the machine meets
 * all of them.
 */
final class StartupBench {
    private static final int RUNS = 50;
    private static final List<String> COMPARED = List.of("kubectl", "docker");

    private StartupBench() {}

    /**
     * Measures.
     *
     * @param arguments the file, and {@code --json=FILE}
     */
    public static void main(String[] arguments) throws IOException {
        List<String> options = List.of(arguments).subList(1, arguments.length);
        BenchReport report = BenchReport.of("startup", options);
        try (StartupSurroundings surroundings = StartupSurroundings.prepare()) {
            Map<Start, List<String>> starts = new LinkedHashMap<>();
            try (Stream<String> lines = Files.lines(Path.of(arguments[0]))) {
                lines.map(line -> line.split("=", 2))
                        .forEach(parts -> starts.put(
                                Start.of(parts[0]),
                                List.of(surroundings.filled(parts[1]).split(" "))));
            }
            Map<String, ProgramFigures> programs = figures(starts, measure(starts));
            programs.forEach((name, figures) -> compare(name, figures, programs));
            programs.entrySet().stream()
                    .sorted(Comparator.comparingInt(program -> place(program.getKey())))
                    .forEach(program -> {
                        System.out.print(program.getValue().text());
                        report.add(program.getValue().tree());
                    });
        }
        new BenchArguments(options).value("json").ifPresent(file -> report.write(Path.of(file)));
    }

    private record Start(String program, String command) {
        static Start of(String name) {
            String[] parts = name.split(": ", 2);
            return new Start(parts[0], parts[1]);
        }
    }

    /** Peers first, then the tools on Java, then the native programs. */
    private static int place(String program) {
        if (!program.startsWith("butler")) {
            return 0;
        }
        return program.endsWith("on Java") ? 1 : 2;
    }

    private static void compare(String program, ProgramFigures figures, Map<String, ProgramFigures> programs) {
        if (place(program) < 2) {
            return;
        }
        for (String command : List.of("version", "help", "misuse", "bad file", "list")) {
            COMPARED.stream()
                    .filter(programs::containsKey)
                    .forEach(peer -> figures.ratio(command + ", ms", programs.get(peer), peer));
        }
    }

    private static Map<String, ProgramFigures> figures(
            Map<Start, List<String>> starts, Map<Start, double[]> milliseconds) throws IOException {
        Map<String, ProgramFigures> programs = new LinkedHashMap<>();
        for (Map.Entry<Start, List<String>> start : starts.entrySet()) {
            ProgramFigures figures =
                    programs.computeIfAbsent(start.getKey().program(), name -> new ProgramFigures("program", name));
            String command = start.getKey().command();
            figures.put(command + ", ms", Timing.percentile(milliseconds.get(start.getKey()), 50));
            ProgramCost.peakMegabytes(start.getValue())
                    .ifPresent(peak -> figures.put(command + ": peak memory, MB", peak));
            figures.put(
                    "size, MB", Files.size(Path.of(start.getValue().getFirst()).toRealPath()) / 1e6);
        }
        return programs;
    }

    private static Map<Start, double[]> measure(Map<Start, List<String>> starts) {
        Map<Start, double[]> all = new LinkedHashMap<>();
        for (int run = -1; run < RUNS; run++) {
            for (Map.Entry<Start, List<String>> start : starts.entrySet()) {
                double taken = ProgramCost.milliseconds(start.getValue());
                if (run >= 0) {
                    all.computeIfAbsent(start.getKey(), _ -> new double[RUNS])[run] = taken;
                }
            }
        }
        return all;
    }
}
