package dev.butlerlabs.bench;

import dev.butlerlabs.core.testing.apiserver.RealApiServer;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * The embedded API against a real kube-apiserver with its etcd, one after the other on this machine, both forcing every write to disk.
 * Arguments: {@code --quick} leaves out the memory of many objects, {@code --memory} all else; {@code --objects=N} says how many.
 */
final class EmbeddedBench {
    private static final Set<String> REAL_PROGRAMS = Set.of("kube-apiserver", "etcd");

    private final Figures embedded = new Figures();
    private final Figures real = new Figures();

    private EmbeddedBench() {}

    public static void main(String[] arguments) {
        Options options = Options.parse(List.of(arguments));
        EmbeddedBench run = new EmbeddedBench();
        run.measureEmbedded(options);
        TestBench.find()
                .ifPresentOrElse(bench -> run.measureReal(bench, options), () -> System.out.println(TestBench.ABSENT));
        System.out.printf(
                "%d processors, load %.1f at the end; a ratio above 1 is in favour of the embedded API%n",
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        System.out.print(Figures.compare(run.embedded, run.real));
        new BenchArguments(List.of(arguments)).value("json").ifPresent(file -> {
            BenchReport report = BenchReport.of("embedded", List.of(arguments));
            report.add(run.embedded.tree("embedded API"));
            report.add(run.real.tree("kube-apiserver and etcd"));
            report.write(Path.of(file));
        });
    }

    private record Options(boolean requests, boolean memory, int objects) {
        static Options parse(List<String> words) {
            int objects = words.stream()
                    .filter(word -> word.startsWith("--objects="))
                    .map(word -> Integer.parseInt(word.substring("--objects=".length())))
                    .findFirst()
                    .orElse(100_000);
            return new Options(!words.contains("--memory"), !words.contains("--quick"), objects);
        }
    }

    private void measureEmbedded(Options options) {
        if (options.requests) {
            say("embedded API: requests");
            measureEmbeddedRequests();
        }
        if (options.memory) {
            say("embedded API: memory");
            measureEmbeddedMemory(EmbeddedServer.newDirectory(), options.objects);
        }
    }

    private void measureEmbeddedRequests() {
        EmbeddedServer server = EmbeddedServer.start(EmbeddedServer.newDirectory(), "512m");
        try (server;
                BenchClient client = new BenchClient(server.target())) {
            embedded.less("start, whole process", server.processStart());
            embedded.less("  of it in the server, with Butler's kinds", server.serverStart());
            embedded.less("start, processor time", server.startProcessorMilliseconds(), "ms");
            new Workload(client, embedded).run();
        }
        server.removeData();
    }

    private void measureEmbeddedMemory(Path directory, int objects) {
        try (EmbeddedServer server = EmbeddedServer.start(directory, "512m");
                BenchClient client = new BenchClient(server.target())) {
            new Workload(client, embedded).fill(objects);
            embedded.less("resident memory at %,d objects".formatted(objects), server.residentMiB(), "MiB");
            embedded.less("  of it Java heap after a collection", server.heapMiB(), "MiB");
            embedded.less("  resident after that collection", server.residentMiB(), "MiB");
        }
        EmbeddedServer again = EmbeddedServer.start(directory, "512m");
        try (again) {
            embedded.less("start with %,d objects".formatted(objects), again.processStart());
            embedded.less("  of it after Java has started", again.serverStart());
        }
        again.removeData();
    }

    private void measureReal(TestBench bench, Options options) {
        if (options.requests) {
            say("kube-apiserver and etcd: requests");
            measureRealRequests(bench);
        }
        if (options.memory) {
            say("kube-apiserver and etcd: memory");
            measureRealMemory(bench, options.objects);
        }
    }

    private void measureRealRequests(TestBench bench) {
        long start = System.nanoTime();
        try (RealApiServer server = RealApiServer.startDurable(bench);
                BenchClient client = new BenchClient(server.target())) {
            real.less("start, whole process", Timing.since(start));
            real.less("start, processor time", sum(Processes::processorMilliseconds), "ms");
            new Workload(client, real).run();
        }
    }

    private void measureRealMemory(TestBench bench, int objects) {
        try (RealApiServer server = RealApiServer.startDurable(bench);
                BenchClient client = new BenchClient(server.target())) {
            new Workload(client, real).fill(objects);
            real.less("resident memory at %,d objects".formatted(objects), sum(Processes::residentMiB), "MiB");
        }
    }

    private static double sum(ToDoubleFunction<ProcessHandle> cost) {
        return Processes.running(REAL_PROGRAMS).stream().mapToDouble(cost).sum();
    }

    private static void say(String what) {
        System.err.println("measuring " + what);
    }
}
