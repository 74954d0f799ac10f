package dev.butlerlabs.bench;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
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
import java.util.function.ToDoubleFunction;

/**
 * Creates many tenant clusters in 200 namespaces, with one process of the controllers and then with two that share shards, and compares what each process does.
 * On a machine whose cores the API, the simulation and both processes share, only this shows how far two machines would get.
 */
final class ShardBench {
    private static final int TEAMS = 200;
    private static final String RECONCILES = "butler_reconciles_total";

    private final PrintStream out;
    private final List<String> program;
    private final int shards;
    private final BenchWait wait;

    ShardBench(PrintStream out, List<String> program, int shards, BenchWait wait) {
        this.out = out;
        this.program = program;
        this.shards = shards;
        this.wait = wait;
    }

    /** What one process did while the clusters were created. */
    private record Work(double reconciles, double seconds, long reads, long writes, double residentMiB) {
        private static Work of(ControllersProcess process, CallerCounts requests) {
            RequestCounts.Snapshot counts = requests.of(process.caller());
            return new Work(
                    new MetricsText(process.metrics()).value(RECONCILES, "reconciler=\"tenant-cluster\""),
                    process.processorSeconds(),
                    counts.reads(),
                    counts.writes(),
                    process.residentMiB());
        }

        private Work since(Work before) {
            return new Work(
                    reconciles - before.reconciles,
                    seconds - before.seconds,
                    reads - before.reads,
                    writes - before.writes,
                    residentMiB);
        }

        private double requests() {
            return reads + writes;
        }
    }

    private record Result(Duration time, List<Work> processes) {
        private double largest(ToDoubleFunction<Work> amount) {
            return processes.stream().mapToDouble(amount).max().orElseThrow();
        }
    }

    /** Returns the figures for a report. */
    List<ProgramFigures> measure(int tenants) throws IOException, InterruptedException {
        Result one = run(tenants, 1, List.of());
        Result two = run(tenants, 2, List.of("--shards", Integer.toString(shards)));
        out.printf("%d tenant clusters in %d namespaces%n", tenants, TEAMS);
        print("one process", one);
        print("two processes with %d shards".formatted(shards), two);
        out.printf("ratio of one process to the busier one of two:%n");
        ratio("reconciliations", one.largest(Work::reconciles), two.largest(Work::reconciles));
        ratio("requests", one.largest(Work::requests), two.largest(Work::requests));
        ratio("writes", one.largest(Work::writes), two.largest(Work::writes));
        ratio("processor time", one.largest(Work::seconds), two.largest(Work::seconds));
        ratio("time", (double) one.time().toMillis(), (double) two.time().toMillis());
        ProgramFigures single = figures("one process", one);
        ProgramFigures shared = figures("busier of two processes with %d shards".formatted(shards), two);
        single.tree().keySet().stream()
                .filter(name -> single.value(name).isPresent())
                .toList()
                .forEach(name -> single.ratio(name, shared, "busier of two"));
        return List.of(shared, single);
    }

    private static ProgramFigures figures(String name, Result result) {
        ProgramFigures figures = new ProgramFigures("processes", name);
        figures.put("all ready, s", result.time().toMillis() / 1000.0);
        figures.put("reconciliations", result.largest(Work::reconciles));
        figures.put("requests", result.largest(Work::requests));
        figures.put("writes", result.largest(Work::writes));
        figures.put("processor time, s", result.largest(Work::seconds));
        return figures;
    }

    private void ratio(String name, double one, double two) {
        out.printf("  %-18s %.2f%n", name, one / two);
    }

    private void print(String name, Result result) {
        out.printf("%s: all ready after %.1f s%n", name, result.time().toMillis() / 1000.0);
        for (Work work : result.processes()) {
            out.printf(
                    "  %,8.0f reconciliations %,8d reads %,8d writes %8.1f s of processor time %6.0f MiB resident%n",
                    work.reconciles(), work.reads(), work.writes(), work.seconds(), work.residentMiB());
        }
    }

    private Result run(int tenants, int count, List<String> options) throws IOException, InterruptedException {
        CallerCounts requests = new CallerCounts();
        try (Scratch scratch = Scratch.open();
                EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                        .withGate(requests)
                        .withDefinitions(
                                new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
                SimulatedTenants _ = SimulatedTenants.startHollow(server.kubeconfig(), TenantDelays.QUICK);
                KubernetesClient client =
                        new KubeConnector("bench").connect(Kubeconfig.parse(server.kubeconfig(), "bench"));
                ScaleTenants load = new ScaleTenants(client, tenants, TEAMS, wait)) {
            Path kubeconfig = Files.writeString(scratch.folder().resolve("kubeconfig"), server.kubeconfig());
            List<ControllersProcess> processes = new ArrayList<>();
            try {
                for (int i = 0; i < count; i++) {
                    List<String> command = new ArrayList<>(program);
                    command.addAll(options);
                    processes.add(new ControllersProcess(
                            command, kubeconfig, scratch.folder().resolve("log-" + i), wait));
                }
                await(processes, !options.isEmpty());
                return create(load, processes, requests);
            } finally {
                processes.forEach(ControllersProcess::close);
            }
        }
    }

    private void await(List<ControllersProcess> processes, boolean isSharded) throws InterruptedException {
        if (!isSharded) {
            processes.getFirst().awaitLeader();
            return;
        }
        for (ControllersProcess process : processes) {
            process.awaitShards(shards / processes.size());
        }
    }

    private static Result create(ScaleTenants load, List<ControllersProcess> processes, CallerCounts requests)
            throws InterruptedException {
        List<Work> before =
                processes.stream().map(process -> Work.of(process, requests)).toList();
        long start = System.nanoTime();
        load.createAll();
        Duration time = Timing.since(start);
        List<Work> work = new ArrayList<>();
        for (int i = 0; i < processes.size(); i++) {
            work.add(Work.of(processes.get(i), requests).since(before.get(i)));
        }
        return new Result(time, work);
    }
}
