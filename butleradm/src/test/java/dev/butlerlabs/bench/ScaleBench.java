package dev.butlerlabs.bench;

import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.sim.tenant.SimulatedTenants;
import dev.butlerlabs.sim.tenant.TenantDelays;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Many tenant clusters of two workers, with simulated Cluster API and control planes, and the controllers in a process of their own: creation, rest,
 * changes, restart of the controllers and deletion.
 */
public final class ScaleBench {
    private static final List<Integer> USUAL = List.of(100);
    private static final int CHANGES = 20;
    private static final Logger CLIENT = Logger.getLogger("io.fabric8.kubernetes.client");

    private final PrintStream out;
    private final List<String> program;
    private final Duration rest;
    private final BenchWait wait;
    private final Reporter reporter;

    private ScaleBench(PrintStream out, List<String> program, Duration rest, BenchWait wait, Reporter reporter) {
        this.out = out;
        this.program = program;
        this.rest = rest;
        this.wait = wait;
        this.reporter = reporter;
    }

    /**
     * Measures.
     *
     * @param arguments the numbers of tenant clusters; {@code --api=embedded|real|both}, {@code --program=FILE}, {@code --options=} with
     *     options of a native program for its memory, separated by spaces, {@code --rest=SECONDS}, {@code --limit=SECONDS} and {@code --json=FILE}; or a number and {@code --shards=N} for two processes that share shards
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        // Otherwise the client warns about the version of each resource type of Cluster API.
        CLIENT.setLevel(Level.SEVERE);
        BenchArguments options = new BenchArguments(List.of(arguments));
        List<Integer> sizes = options.numbers().isEmpty() ? USUAL : options.numbers();
        List<String> program =
                new ArrayList<>(options.value("program").map(List::of).orElseGet(ControllersProcess::onJava));
        boolean isNative = program.size() == 1;
        options.value("options").ifPresent(words -> program.addAll(List.of(words.split(" "))));
        BenchWait wait = BenchWait.printing(
                Duration.ofSeconds(options.value("limit").map(Long::parseLong).orElse(120L)), System.err);
        if (options.value("shards").isPresent()) {
            int shards = Integer.parseInt(options.value("shards").get());
            BenchReport report = report(List.of(arguments), isNative);
            new ShardBench(System.out, program, shards, wait)
                    .measure(sizes.getFirst())
                    .forEach(figures -> report.add(figures.tree()));
            options.value("json").ifPresent(file -> report.write(Path.of(file)));
            System.exit(0);
        }
        Reporter reporter = new Reporter(
                report(List.of(arguments), isNative), options.value("json").map(Path::of));
        ScaleBench bench = new ScaleBench(
                System.out,
                program,
                Duration.ofSeconds(options.value("rest").map(Long::parseLong).orElse(15L)),
                wait,
                reporter);
        String api = options.value("api").orElse("embedded");
        try {
            for (String name : api.equals("both") ? List.of("embedded", "real") : List.of(api)) {
                for (int tenants : sizes) {
                    bench.out.println(bench.measure(name, tenants).text());
                }
            }
        } catch (BenchWait.TimeoutException e) {
            System.err.println("The benchmark was stopped. " + e.getMessage());
            System.exit(1);
        }
        bench.out.print(ScaleResult.growth(reporter.results()));
        // A Kubernetes client leaves a timer behind that nobody can stop.
        System.exit(0);
    }

    private static BenchReport report(List<String> arguments, boolean isNative) {
        BenchReport report = BenchReport.of("scale", arguments);
        report.note("controllers", isNative ? "native" : "Java");
        report.note("clientRateLimit", "none; at most 128 concurrent requests");
        return report;
    }

    private static ScaleApi open(String name) {
        return name.equals("embedded")
                ? ScaleApi.embedded()
                : ScaleApi.real(
                        TestBench.find().orElseThrow(() -> new IllegalStateException("run scripts/testbench first")));
    }

    private ScaleResult measure(String apiName, int tenants) throws IOException, InterruptedException {
        try (Scratch scratch = Scratch.open();
                ScaleApi api = open(apiName);
                SimulatedTenants _ = SimulatedTenants.startHollow(api.administrator(), TenantDelays.QUICK);
                KubernetesClient client = api.connect();
                ScaleTenants load = new ScaleTenants(client, tenants, wait)) {
            Path kubeconfig = Files.writeString(scratch.folder().resolve("kubeconfig"), api.controllers());
            ScaleResult result = new ScaleResult(api.name(), tenants);
            reporter.add(result);
            try (ControllersProcess controllers =
                    new ControllersProcess(program, kubeconfig, scratch.folder().resolve("first.log"), wait)) {
                result.time("start to leading", controllers.awaitLeader());
                progress(apiName, tenants, "creating");
                create(result, api, load, controllers);
                reporter.write();
                settle(controllers);
                progress(apiName, tenants, "at rest");
                rest(result, api, controllers);
                reporter.write();
                progress(apiName, tenants, "changing");
                result.millis("change seen", load.change(Math.min(CHANGES, tenants)));
                // Otherwise the next controllers finish what these have begun.
                settle(controllers);
            }
            progress(apiName, tenants, "restarting");
            restart(result, api, load, tenants, kubeconfig, scratch.folder().resolve("second.log"));
            reporter.write();
            return result;
        }
    }

    private void progress(String apiName, int tenants, String doing) {
        wait.messages().accept("%s, %d tenant clusters: %s".formatted(apiName, tenants, doing));
    }

    private static void create(ScaleResult result, ScaleApi api, ScaleTenants load, ControllersProcess controllers)
            throws InterruptedException {
        ScalePhase phase = new ScalePhase(api, controllers);
        load.createAll();
        result.phase("create", phase.end());
        result.millis("ready", load.readyMillis());
        MetricsText metrics = new MetricsText(controllers.metrics());
        for (int percentile : List.of(50, 95, 99)) {
            result.value(
                    "reconcile p%d".formatted(percentile),
                    metrics.percentileMillis(
                            "reconciliations_execution_duration_seconds", "tenant-cluster", percentile),
                    "ms");
        }
        result.value(
                "reconciliations per tenant",
                metrics.value("butler_reconciles_total", "reconciler=\"tenant-cluster\"") / load.size(),
                "");
    }

    /** Waits until the reconcilers have nothing more to do. */
    private void settle(ControllersProcess controllers) throws InterruptedException {
        wait.settled("reconciliations", () -> new MetricsText(controllers.metrics()).value("butler_reconciles_total"));
    }

    private void rest(ScaleResult result, ScaleApi api, ControllersProcess controllers) throws InterruptedException {
        ScalePhase phase = new ScalePhase(api, controllers);
        Thread.sleep(rest);
        result.phase("rest", phase.end());
        result.value("resident at rest", controllers.residentMiB(), "MiB");
        result.value("peak resident", controllers.peakMiB(), "MiB");
    }

    /** Starts other controllers on the settled state: they should only read. Then deletes everything. */
    private void restart(ScaleResult result, ScaleApi api, ScaleTenants load, int tenants, Path kubeconfig, Path log)
            throws IOException, InterruptedException {
        RequestCounts.Snapshot before = api.requests().get();
        try (ControllersProcess controllers = new ControllersProcess(program, kubeconfig, log, wait)) {
            controllers.awaitLeader();
            long start = System.nanoTime();
            wait.count(
                    "tenant clusters reconciled after the restart",
                    tenants,
                    () -> new MetricsText(controllers.metrics())
                            .value("butler_reconciles_total", "reconciler=\"tenant-cluster\""),
                    controllers::lastLines);
            result.time("restart: leading to settled", Timing.since(start));
            settle(controllers);
            result.requests("restart", api.requests().get().since(before), controllers.processorSeconds());
            result.value("resident after restart", controllers.residentMiB(), "MiB");
            reporter.write();
            ScalePhase phase = new ScalePhase(api, controllers);
            wait.messages().accept("deleting");
            load.deleteAll();
            result.phase("delete", phase.end());
        }
    }

    /** Writes the report again after each phase, so that an interrupted benchmark, which can take hours, has figures. */
    private static final class Reporter {
        private final BenchReport report;
        private final Optional<Path> file;
        private final List<ScaleResult> results = new ArrayList<>();

        Reporter(BenchReport report, Optional<Path> file) {
            this.report = report;
            this.file = file;
        }

        void add(ScaleResult result) {
            results.add(result);
            report.add(result.figures());
        }

        List<ScaleResult> results() {
            return results;
        }

        void write() {
            file.ifPresent(report::write);
        }
    }
}
