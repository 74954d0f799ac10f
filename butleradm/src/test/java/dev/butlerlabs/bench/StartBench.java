package dev.butlerlabs.bench;

import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How long {@code butleradm engine start} takes until it prints its address, from which on it answers, beside etcd and kube-apiserver of the test bench until they are ready: {@code StartBench
 * [--json=FILE] SCRIPT}.
 */
final class StartBench {
    private static final int STARTS = 15;
    private static final int PEER_STARTS = 5;

    private StartBench() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<String> words = List.of(arguments);
        Path script = Path.of(words.getLast()).toAbsolutePath();
        BenchReport report = BenchReport.of("start", words.subList(0, words.size() - 1));
        start(script);
        double[] milliseconds = new double[STARTS];
        for (int i = 0; i < STARTS; i++) {
            milliseconds[i] = start(script);
        }
        ProgramFigures ours = figures("butleradm engine start", milliseconds);
        Optional<ProgramFigures> theirs =
                TestBench.find().map(bench -> figures("etcd and kube-apiserver", real(bench)));
        theirs.ifPresent(peer -> {
            ours.ratio("median, ms", peer, "etcd and kube-apiserver");
            System.out.print(peer.text());
            report.add(peer.tree());
        });
        System.out.print(ours.text());
        report.add(ours.tree());
        new BenchArguments(words).value("json").ifPresent(file -> report.write(Path.of(file)));
    }

    private static ProgramFigures figures(String name, double[] milliseconds) {
        ProgramFigures figures = new ProgramFigures("program", name);
        figures.put("starts", milliseconds.length);
        figures.put("fastest, ms", Timing.percentile(milliseconds, 0));
        figures.put("median, ms", Timing.percentile(milliseconds, 50));
        figures.put("slowest, ms", Timing.percentile(milliseconds, 100));
        return figures;
    }

    private static double[] real(TestBench bench) {
        double[] milliseconds = new double[PEER_STARTS];
        for (int i = 0; i < PEER_STARTS; i++) {
            long start = System.nanoTime();
            try (RealApiServer _ = RealApiServer.startDurable(bench)) {
                milliseconds[i] = Timing.since(start).toNanos() / 1e6;
            }
        }
        return milliseconds;
    }

    private static double start(Path script) throws IOException, InterruptedException {
        long start = System.nanoTime();
        Process process = new ProcessBuilder(script.toString(), "engine", "start", "-q", "-o", "name")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = process.inputReader()) {
            String address = output.readLine();
            double milliseconds = Timing.since(start).toNanos() / 1e6;
            if (address == null || !address.startsWith("https://")) {
                throw new IllegalStateException("the engine printed " + address);
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
