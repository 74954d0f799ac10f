package dev.butlerlabs.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long a rehearsed bootstrap takes, and how much memory, for clusters of growing size. Arguments are the folder of the examples and
 * programs as {@code NAME=WORDS}.
 */
final class RehearseBench {
    private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");
    private static final Pattern READY = Pattern.compile("ready with (\\d+) machines? in ([0-9.]+) s");
    private static final long LIMIT_MINUTES = 10;

    private RehearseBench() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (Scratch scratch = Scratch.open()) {
            compare(Path.of(arguments[0]), Arrays.asList(arguments).subList(1, arguments.length), scratch.folder());
        }
    }

    private static void compare(Path examples, List<String> programs, Path folder)
            throws IOException, InterruptedException {
        Map<String, Path> files = files(examples, folder);
        System.out.printf("%-6s %-24s %10s %10s %12s%n", "size", "program", "ready", "in all", "peak memory");
        for (Map.Entry<String, Path> file : files.entrySet()) {
            for (String program : programs) {
                String[] parts = program.split("=", 2);
                System.out.printf(
                        "%-6s %-24s %s%n", file.getKey(), parts[0], rehearse(parts[1], file.getValue(), folder));
            }
        }
    }

    private static Map<String, Path> files(Path examples, Path folder) throws IOException {
        String three = Files.readString(examples.resolve("bootstrap-harvester.yaml"));
        Path large = Files.writeString(
                folder.resolve("bootstrap.yaml"),
                three.replace("replicas: 3", "replicas: 5").replace("replicas: 2", "replicas: 50"));
        Map<String, Path> files = new LinkedHashMap<>();
        files.put("1+0", examples.resolve("bootstrap-single-node.yaml"));
        files.put("3+2", examples.resolve("bootstrap-harvester.yaml"));
        files.put("5+50", large);
        return files;
    }

    private static String rehearse(String program, Path file, Path folder) throws IOException, InterruptedException {
        Path told = folder.resolve("told.txt");
        ProcessBuilder builder =
                new ProcessBuilder(List.of((program + " rehearse -q -c " + file).split(" "))).redirectErrorStream(true);
        builder.environment().put("BUTLER_HOME", folder.resolve("home").toString());
        long start = System.nanoTime();
        Process process = builder.redirectOutput(told.toFile()).start();
        long peak = peakUntilEnd(process);
        double seconds = (System.nanoTime() - start) / 1e9;
        Matcher ready = READY.matcher(Files.readString(told));
        return ready.find()
                ? "%8.1f s %8.1f s %9.1f MB".formatted(Double.parseDouble(ready.group(2)), seconds, peak / 1e3)
                : "failed: " + Files.readString(told).strip();
    }

    /** The kernel keeps the highest figure, so a look now and then is enough. */
    private static long peakUntilEnd(Process process) throws InterruptedException {
        long peak = 0;
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(LIMIT_MINUTES);
        while (!process.waitFor(100, TimeUnit.MILLISECONDS)) {
            peak = Math.max(peak, peak(process.pid()));
            if (System.nanoTime() > deadline) {
                process.destroy();
            }
        }
        return peak;
    }

    private static long peak(long pid) {
        try {
            Matcher figure = PEAK.matcher(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
            return figure.find() ? Long.parseLong(figure.group(1)) : 0;
        } catch (IOException gone) {
            return 0;
        }
    }
}
