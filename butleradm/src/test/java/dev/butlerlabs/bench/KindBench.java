package dev.butlerlabs.bench;

import dev.butlerlabs.core.docker.ImageName;
import dev.butlerlabs.core.engine.kind.KindEngine;
import dev.butlerlabs.core.engine.kind.KindOptions;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressReporter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

/**
 * How long an engine on KIND takes to start beside {@code kind create cluster} with the same node image, on the Docker engine that
 * DOCKER_HOST names. They take turns. Arguments are the kind program, the image and {@code --json=FILE}.
 */
final class KindBench {
    private static final int ROUNDS = 5;

    private KindBench() {}

    public static void main(String[] arguments) {
        try (Scratch scratch = Scratch.open()) {
            ProgramFigures figures = compare(arguments[0], arguments[1], scratch.folder());
            System.out.print(figures.text());
            List<String> options = List.of(arguments).subList(2, arguments.length);
            new BenchArguments(options).value("json").ifPresent(file -> {
                BenchReport report = BenchReport.of("kind", options);
                report.add(figures.tree());
                report.write(Path.of(file));
            });
        }
    }

    private static ProgramFigures compare(String kind, String node, Path folder) {
        ImageName image = ImageName.parse(node);
        double[] theirs = new double[ROUNDS];
        double[] answering = new double[ROUNDS];
        double[] complete = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            theirs[round] = theirs(kind, node, folder);
            ours(KindOptions.of("bench", folder.resolve("engine")).withImage(image), round, answering, complete);
        }
        ProgramFigures figures = new ProgramFigures("program", "KIND engine");
        figures.put("turns", ROUNDS);
        figures.put("kind create cluster, median, s", middle(theirs) / 1e3);
        figures.put("KIND engine until the API answers, median, s", middle(answering) / 1e3);
        figures.put("KIND engine with all CRDs established, median, s", middle(complete) / 1e3);
        figures.put("KIND engine until the API answers / kind create cluster", middle(answering) / middle(theirs));
        return figures;
    }

    private static double theirs(String kind, String image, Path folder) {
        String kubeconfig = folder.resolve("kubeconfig").toString();
        double taken = Timing.milliseconds(
                () -> run(kind, "create", "cluster", "--name", "bench", "--image", image, "--kubeconfig", kubeconfig));
        run(kind, "delete", "cluster", "--name", "bench", "--kubeconfig", kubeconfig);
        return taken;
    }

    private static void ours(KindOptions options, int round, double[] answering, double[] complete) {
        long start = System.nanoTime();
        ProgressReporter progress = new ProgressReporter(
                event -> {
                    if (event instanceof ProgressEvent.Done done && done.step().equals("EngineStarted")) {
                        answering[round] = Timing.since(start).toMillis();
                    }
                },
                Clock.systemUTC());
        complete[round] = Timing.milliseconds(() -> KindEngine.start(options, progress));
        KindEngine.discard(options.directory());
    }

    private static void run(String... command) {
        try {
            Process process = new ProcessBuilder(List.of(command)).inheritIO().start();
            if (process.waitFor() != 0) {
                throw new IllegalStateException("failed: " + String.join(" ", command));
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static double middle(double[] milliseconds) {
        return Timing.percentile(milliseconds, 50);
    }
}
