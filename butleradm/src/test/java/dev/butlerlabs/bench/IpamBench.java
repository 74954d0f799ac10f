package dev.butlerlabs.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.openjdk.jmh.generators.core.BenchmarkGenerator;
import org.openjdk.jmh.generators.core.FileSystemDestination;
import org.openjdk.jmh.generators.reflection.RFGeneratorSource;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Giving back and taking addresses in large pools, against a plain scan of one boolean for each address, and against one whose
 * booleans are made anew from the records each time and which ends at 2^20 addresses.
 */
final class IpamBench {
    private static final List<String> ALL = List.of("snapshot", "scan", "rebuilt");
    private static final List<String> TWO = List.of("snapshot", "scan");
    private static final Map<String, Double> KNOWN = new HashMap<>();
    private static final TimeValue WHILE = TimeValue.milliseconds(200);

    private IpamBench() {}

    /** Its argument is a folder on the class path, into which goes what the harness makes of the benchmark. */
    public static void main(String[] arguments) throws Exception {
        prepare(Path.of(arguments[0]));
        System.out.printf(
                "%-40s %14s %14s %14s%n", "release and allocate 1 to 8, in us", "Butler", "scan", "rebuilt scan");
        for (String fill : List.of("50", "90", "99", PoolState.COMB)) {
            row(20, fill, ALL);
        }
        System.out.println("with the size of the pool:");
        for (int bits : List.of(12, 16, 20, 22)) {
            row(bits, "90", TWO);
        }
        System.out.println("with the number of allocations:");
        for (String fill : List.of("1", "10", "90")) {
            row(20, fill, TWO);
        }
    }

    /** The harness wants sources of its own around each benchmark, compiled. */
    private static void prepare(Path folder) throws IOException {
        Path sources = Files.createDirectories(folder.resolve("sources"));
        RFGeneratorSource source = new RFGeneratorSource();
        source.processClasses(PoolState.class);
        FileSystemDestination destination = new FileSystemDestination(folder.toFile(), sources.toFile());
        BenchmarkGenerator generator = new BenchmarkGenerator();
        generator.generate(source, destination);
        generator.complete(source, destination);
        if (destination.hasErrors()) {
            throw new IllegalStateException(destination.getErrors().toString());
        }
        List<String> words = new ArrayList<>(List.of(
                "-nowarn", "-proc:none", "-cp", System.getProperty("java.class.path"), "-d", folder.toString()));
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(words::add);
        }
        int failed =
                ToolProvider.getSystemJavaCompiler().run(null, System.err, System.err, words.toArray(String[]::new));
        if (failed != 0) {
            throw new IllegalStateException("what the harness made cannot be compiled");
        }
    }

    private static void row(int bits, String fill, List<String> keepers) throws RunnerException {
        StringBuilder line = new StringBuilder("%-40s".formatted(name(bits, fill)));
        for (String keeper : ALL) {
            OptionalDouble score =
                    keepers.contains(keeper) ? OptionalDouble.of(score(bits, fill, keeper)) : OptionalDouble.empty();
            line.append(score.isPresent() ? " %14.2f".formatted(score.getAsDouble()) : " %14s".formatted("-"));
        }
        System.out.println(line);
    }

    private static String name(int bits, String fill) {
        return fill.equals(PoolState.COMB)
                ? "2^%d addresses, every other free".formatted(bits)
                : "2^%d addresses, %s %% full".formatted(bits, fill);
    }

    private static double score(int bits, String fill, String keeper) throws RunnerException {
        String key = "%d %s %s".formatted(bits, fill, keeper);
        Double known = KNOWN.get(key);
        double score = known == null ? measure(bits, fill, keeper) : known;
        KNOWN.put(key, score);
        return score;
    }

    /** The best of several, since whatever else goes on here only adds to it. */
    private static double measure(int bits, String fill, String keeper) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(PoolState.class.getName())
                .param("bits", Integer.toString(bits))
                .param("fill", fill)
                .param("keeper", keeper)
                .forks(1)
                .jvmArgs("-Xmx1g", "-XX:+UseSerialGC", "--sun-misc-unsafe-memory-access=allow")
                .warmupIterations(3)
                .warmupTime(WHILE)
                .measurementIterations(5)
                .measurementTime(WHILE)
                .shouldDoGC(false)
                .verbosity(VerboseMode.SILENT);
        return new Runner(options.build())
                .runSingle()
                .getPrimaryResult()
                .getStatistics()
                .getMin();
    }
}
