package dev.butlerlabs.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long a rehearsed bootstrap takes, and how much memory, for clusters of growing size, and what a kept one costs at rest. Arguments are the folder of the examples, {@code --json=FILE} and
 * programs as {@code NAME=WORDS}.
 */
final class RehearseBench {
    private static final Pattern READY = Pattern.compile("ready with (\\d+) machines? in ([0-9.]+) s");
    private static final String KEPT_READY = "is ready: ";
    private static final long LIMIT_MINUTES = 5;
    private static final long SETTLE_SECONDS = 20;
    private static final long REST_SECONDS = 30;
    private static final String KEPT = "3+2";

    private RehearseBench() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<String> words = Arrays.asList(arguments).subList(1, arguments.length);
        BenchArguments options = new BenchArguments(words);
        BenchReport report = BenchReport.of(
                "rehearse", words.stream().filter(word -> word.startsWith("--")).toList());
        try (Scratch scratch = Scratch.open()) {
            Map<String, Path> files = files(Path.of(arguments[0]), scratch.folder());
            for (String program :
                    words.stream().filter(word -> !word.startsWith("--")).toList()) {
                String[] parts = program.split("=", 2);
                ProgramFigures figures = new ProgramFigures("program", parts[0]);
                for (Map.Entry<String, Path> file : files.entrySet()) {
                    rehearse(parts[1], file.getKey(), file.getValue(), scratch.folder(), figures);
                }
                rest(parts[1], files.get(KEPT), scratch.folder(), figures);
                System.out.print(figures.text());
                report.add(figures.tree());
            }
        }
        options.value("json").ifPresent(file -> report.write(Path.of(file)));
    }

    private static Map<String, Path> files(Path examples, Path folder) throws IOException {
        String three = Files.readString(examples.resolve("bootstrap-harvester.yaml"));
        Path large = Files.writeString(
                folder.resolve("bootstrap.yaml"),
                three.replace("replicas: 3", "replicas: 5").replace("replicas: 2", "replicas: 50"));
        Map<String, Path> files = new LinkedHashMap<>();
        files.put("1+0", examples.resolve("bootstrap-single-node.yaml"));
        files.put(KEPT, examples.resolve("bootstrap-harvester.yaml"));
        files.put("5+50", large);
        return files;
    }

    private static void rehearse(String program, String size, Path file, Path folder, ProgramFigures figures)
            throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        long start = System.nanoTime();
        Process process = start(program, file, List.of(), folder, output);
        double peak = peakUntilEnd(process);
        double seconds = Timing.since(start).toMillis() / 1e3;
        Matcher ready = READY.matcher(Files.readString(output));
        if (!ready.find()) {
            throw failed(output);
        }
        figures.put(size + ": ready, s", Double.parseDouble(ready.group(2)));
        figures.put(size + ": in all, s", seconds);
        figures.put(size + ": peak memory, MB", peak);
    }

    private static IllegalStateException failed(Path output) throws IOException {
        return new IllegalStateException(
                "The rehearsal failed: " + Files.readString(output).strip());
    }

    private static Process start(String program, Path file, List<String> options, Path folder, Path output)
            throws IOException {
        List<String> command = new ArrayList<>(List.of((program + " rehearse -q -c " + file).split(" ")));
        command.addAll(options);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("BUTLER_HOME", folder.resolve("home").toString());
        return builder.redirectOutput(output.toFile()).start();
    }

    /** The kernel keeps the highest figure, so that it is enough to read it now and then. */
    private static double peakUntilEnd(Process process) throws InterruptedException {
        double peak = 0;
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(LIMIT_MINUTES);
        while (!process.waitFor(100, TimeUnit.MILLISECONDS)) {
            peak = Math.max(peak, Processes.peakMiB(process.toHandle()) * 1024 * 1024 / 1e6);
            if (System.nanoTime() > deadline) {
                process.destroy();
            }
        }
        return peak;
    }

    /** Keeps a rehearsed cluster and measures the processor time while nobody uses it. */
    private static void rest(String program, Path file, Path folder, ProgramFigures figures)
            throws IOException, InterruptedException {
        Path output = folder.resolve("kept.txt");
        Process process = start(program, file, List.of("--keep"), folder, output);
        try {
            long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(LIMIT_MINUTES);
            while (!Files.readString(output).contains(KEPT_READY)) {
                if (!process.isAlive() || System.nanoTime() > deadline) {
                    throw failed(output);
                }
                Thread.sleep(100);
            }
            TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
            double before = Processes.processorMilliseconds(process.toHandle());
            TimeUnit.SECONDS.sleep(REST_SECONDS);
            double used = Processes.processorMilliseconds(process.toHandle()) - before;
            figures.put(KEPT + " kept: processor use at rest, % of a core", used / (REST_SECONDS * 10.0));
            figures.put(
                    KEPT + " kept: resident memory at rest, MB",
                    Processes.residentMiB(process.toHandle()) * 1024 * 1024 / 1e6);
        } finally {
            process.destroy();
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }
}
