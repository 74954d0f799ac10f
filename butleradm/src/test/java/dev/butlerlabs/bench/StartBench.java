package dev.butlerlabs.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** How long {@code butleradm engine start} takes until it tells its address, as people start it: {@code StartBench SCRIPT}. */
final class StartBench {
    private static final int STARTS = 15;

    private StartBench() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path script = Path.of(arguments[0]).toAbsolutePath();
        start(script);
        double[] milliseconds = new double[STARTS];
        for (int i = 0; i < STARTS; i++) {
            milliseconds[i] = start(script);
        }
        System.out.printf(
                "butleradm engine start, until its address is told, %d starts: fastest %.0f ms, median %.0f ms, slowest %.0f ms%n",
                STARTS,
                Timing.percentile(milliseconds, 0),
                Timing.percentile(milliseconds, 50),
                Timing.percentile(milliseconds, 100));
    }

    private static double start(Path script) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = new ProcessBuilder(script.toString(), "engine", "start", "-q", "-o", "name")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = process.inputReader()) {
            String told = output.readLine();
            double milliseconds = Timing.since(start).toNanos() / 1e6;
            if (told == null || !told.startsWith("https://")) {
                throw new IllegalStateException("the engine told " + told);
            }
            return milliseconds;
        } finally {
            process.destroy();
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }
}
