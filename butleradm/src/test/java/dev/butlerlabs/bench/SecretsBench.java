package dev.butlerlabs.bench;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What the secrets of a cluster cost, beside OpenSSL generating the same RSA key of 4096 bits. How long the search for primes takes differs by ten times between runs, so many of them take turns.
 */
final class SecretsBench {
    private static final int RUNS = 7;

    private SecretsBench() {}

    /**
     * Measures.
     *
     * @param arguments {@code --json=FILE}, and programs as {@code NAME=COMMAND}; the first is the one to compare with
     */
    public static void main(String[] arguments) {
        List<String> words = List.of(arguments);
        BenchReport report = BenchReport.of(
                "secrets", words.stream().filter(word -> word.startsWith("--")).toList());
        Map<String, double[]> milliseconds = new LinkedHashMap<>();
        Map<String, double[]> processor = new LinkedHashMap<>();
        for (int run = 0; run < RUNS; run++) {
            for (String program :
                    words.stream().filter(word -> !word.startsWith("--")).toList()) {
                String[] parts = program.split("=", 2);
                long start = System.nanoTime();
                OptionalDouble cost = ProgramCost.processorMilliseconds(List.of(parts[1].split(" ")));
                milliseconds.computeIfAbsent(parts[0], _ -> new double[RUNS])[run] =
                        Timing.since(start).toNanos() / 1e6;
                processor.computeIfAbsent(parts[0], _ -> new double[RUNS])[run] = cost.orElse(0);
            }
        }
        ProgramFigures first = figures(milliseconds.keySet().iterator().next(), milliseconds, processor);
        for (String name : milliseconds.keySet()) {
            ProgramFigures figures = figures(name, milliseconds, processor);
            figures.ratio("mean, ms", first, "OpenSSL");
            figures.ratio("mean processor time, ms", first, "OpenSSL");
            System.out.print(figures.text());
            report.add(figures.tree());
        }
        new BenchArguments(words).value("json").ifPresent(file -> report.write(Path.of(file)));
    }

    private static ProgramFigures figures(
            String name, Map<String, double[]> milliseconds, Map<String, double[]> processor) {
        ProgramFigures figures = new ProgramFigures("program", name);
        figures.put("runs", RUNS);
        figures.put("mean, ms", mean(milliseconds.get(name)));
        figures.put("median, ms", Timing.percentile(milliseconds.get(name), 50));
        figures.put("fastest, ms", Timing.percentile(milliseconds.get(name), 0));
        figures.put("mean processor time, ms", mean(processor.get(name)));
        return figures;
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(0);
    }
}
