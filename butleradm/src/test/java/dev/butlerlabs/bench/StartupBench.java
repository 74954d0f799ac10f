package dev.butlerlabs.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How long programs take to start and to end, and how much memory they take. A file names them, each line {@code NAME=WORDS}. They take turns, so that a busy moment of the machine meets all of them.
 */
final class StartupBench {
    private static final int RUNS = 50;
    private static final Path MEMORY_METER = Path.of("/usr/bin/time");

    private StartupBench() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (StartupSurroundings surroundings = StartupSurroundings.prepare()) {
            Map<String, List<String>> programs = new LinkedHashMap<>();
            for (String line : Files.readAllLines(Path.of(arguments[0]))) {
                String[] parts = line.split("=", 2);
                programs.put(parts[0], List.of(surroundings.filled(parts[1]).split(" ")));
            }
            print(programs);
        }
    }

    private static void print(Map<String, List<String>> programs) throws IOException, InterruptedException {
        Map<String, double[]> milliseconds = measure(programs);
        System.out.printf("%-28s %10s %10s %12s %10s%n", "start", "median", "slowest", "peak memory", "size");
        for (Map.Entry<String, List<String>> program : programs.entrySet()) {
            double[] sorted = milliseconds.get(program.getKey());
            System.out.printf(
                    "%-28s %7.1f ms %7.1f ms %12s %10s%n",
                    program.getKey(),
                    sorted[RUNS / 2],
                    sorted[RUNS - 1],
                    peakMemory(program.getValue()),
                    megabytes(Files.size(Path.of(program.getValue().getFirst()).toRealPath())));
        }
    }

    private static Map<String, double[]> measure(Map<String, List<String>> programs)
            throws IOException, InterruptedException {
        Map<String, double[]> all = new LinkedHashMap<>();
        for (int run = -1; run < RUNS; run++) {
            for (Map.Entry<String, List<String>> program : programs.entrySet()) {
                double taken = run(program.getValue());
                if (run >= 0) {
                    all.computeIfAbsent(program.getKey(), name -> new double[RUNS])[run] = taken;
                }
            }
        }
        all.values().forEach(Arrays::sort);
        return all;
    }

    private static double run(List<String> words) throws IOException, InterruptedException {
        long start = System.nanoTime();
        process(words).start().waitFor();
        return (System.nanoTime() - start) / 1e6;
    }

    private static ProcessBuilder process(List<String> words) {
        return new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
    }

    private static String peakMemory(List<String> words) throws IOException, InterruptedException {
        if (!Files.isExecutable(MEMORY_METER)) {
            return "-";
        }
        Path figure = Files.createTempFile("butler-bench-", ".txt");
        try {
            List<String> metered =
                    new ArrayList<>(List.of(MEMORY_METER.toString(), "-q", "-f", "%M", "-o", figure.toString()));
            metered.addAll(words);
            process(metered).start().waitFor();
            return megabytes(Long.parseLong(Files.readString(figure).strip()) * 1024);
        } finally {
            Files.deleteIfExists(figure);
        }
    }

    private static String megabytes(long bytes) {
        return "%.1f MB".formatted(bytes / 1e6);
    }
}
