package dev.butlerlabs.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.tenant.change.TenantClusterClient;
import dev.butlerlabs.sim.tenant.ManagementWorld;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Many tenant clusters asked for at once in a simulated management cluster: how long until all are ready and gone, and what each costs. */
public final class TenantsBench {
    private static final List<Integer> USUAL = List.of(10, 100, 1_000);
    private static final int WARMING = 30;
    private static final int LISTS = 5;
    private static final String SPEC = "kubernetesVersion: v1.31.4, workers: {replicas: 2}";

    private final PrintStream out;
    private final String butlerctl;

    private TenantsBench(PrintStream out, String butlerctl) {
        this.out = out;
        this.butlerctl = butlerctl;
    }

    /**
     * Measures.
     *
     * @param arguments the program butlerctl, and how many tenant clusters, several numbers one after the other
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        TenantsBench bench = new TenantsBench(System.out, arguments[0]);
        List<Integer> sizes =
                Arrays.stream(arguments).skip(1).map(Integer::valueOf).toList();
        bench.measure(WARMING);
        bench.out.println(
                "Everything runs in this process: API, simulation and controllers. Two workers for each tenant.");
        bench.out.printf(
                "%8s %8s %10s %13s %13s %9s %10s %9s %8s %9s %13s%n",
                "tenants",
                "ready s",
                "CPU ms/t",
                "reconciles/t",
                "reconciles/s",
                "reads/t",
                "changes/t",
                "heap KiB/t",
                "gone s",
                "list ms",
                "butlerctl ms");
        for (int tenants : sizes.isEmpty() ? USUAL : sizes) {
            bench.out.println(bench.measure(tenants));
        }
        // A Kubernetes client leaves a timer behind that nobody can stop.
        System.exit(0);
    }

    private String measure(int tenants) throws IOException, InterruptedException {
        Tally tally = new Tally();
        try (ManagementWorld world = ManagementWorld.hollow(tally::around, tally)) {
            world.harvester();
            List<String> names =
                    IntStream.range(0, tenants).mapToObj(i -> "bench-" + i).toList();
            long heap = usedHeap();
            Lap making = new Lap(tally);
            try (Arrival arrival = new Arrival(world, tenants, TenantsBench::isReady)) {
                names.forEach(name -> world.tenant(name, SPEC));
                arrival.await();
            }
            Lap.Figures made = making.end();
            long grown = usedHeap() - heap;
            double list = median(run -> inProcess(world, tenants));
            Optional<Double> program = program(world, tenants);
            Lap removing = new Lap(tally);
            try (Arrival gone = Arrival.gone(world, tenants)) {
                names.forEach(name -> world.named(name).delete());
                gone.await();
            }
            return "%8d %8.1f %10.1f %13.1f %13.1f %9.1f %10.1f %9d %8.1f %9.1f %13s"
                    .formatted(
                            tenants,
                            made.seconds(),
                            made.cpuMillis() / tenants,
                            (double) made.reconciles() / tenants,
                            made.reconciles() / made.seconds(),
                            (double) made.reads() / tenants,
                            (double) made.changes() / tenants,
                            grown / 1024 / tenants,
                            removing.end().seconds(),
                            list,
                            program.map("%.0f"::formatted).orElse("not built"));
        }
    }

    private static boolean isReady(TenantCluster cluster) {
        return cluster.getStatus() != null && cluster.getStatus().phase() == Phase.READY;
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long inProcess(ManagementWorld world, int tenants) {
        long start = System.nanoTime();
        int found = new TenantClusterClient(world.client())
                .list(Optional.of(ManagementWorld.HOME))
                .items()
                .size();
        if (found != tenants) {
            throw new IllegalStateException(found + " tenant clusters are listed");
        }
        return System.nanoTime() - start;
    }

    private static double median(ToLongFunction<Integer> run) {
        long[] nanos = LongStream.range(0, LISTS)
                .map(i -> run.applyAsLong((int) i))
                .sorted()
                .toArray();
        return nanos[LISTS / 2] / 1e6;
    }

    /** Empty where the program has not been built. */
    private Optional<Double> program(ManagementWorld world, int tenants) throws IOException {
        Path kubeconfig = Files.createTempFile("tenants-bench", ".kubeconfig");
        try {
            Files.writeString(kubeconfig, world.kubeconfig());
            return list(kubeconfig, tenants) < 0
                    ? Optional.empty()
                    : Optional.of(median(run -> list(kubeconfig, tenants)));
        } finally {
            Files.delete(kubeconfig);
        }
    }

    private long list(Path kubeconfig, int tenants) {
        long start = System.nanoTime();
        try {
            Process process = new ProcessBuilder(
                            butlerctl, "cluster", "list", "-o", "name", "--kubeconfig", kubeconfig.toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            long lines = process.inputReader().lines().count();
            return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0 && lines == tenants
                    ? System.nanoTime() - start
                    : -1;
        } catch (IOException e) {
            return -1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    /** Time and work from now on. */
    private static final class Lap {
        private final Tally tally;
        private final long start = System.nanoTime();
        private final long cpu = cpu();
        private final Tally.Counts before;

        private Lap(Tally tally) {
            this.tally = tally;
            this.before = tally.counts();
        }

        record Figures(double seconds, double cpuMillis, long reconciles, long reads, long changes) {}

        private Figures end() {
            Tally.Counts now = tally.counts();
            return new Figures(
                    Duration.ofNanos(System.nanoTime() - start).toMillis() / 1e3,
                    (cpu() - cpu) / 1e6,
                    now.reconciles() - before.reconciles(),
                    now.reads() - before.reads(),
                    now.changes() - before.changes());
        }

        private static long cpu() {
            return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                    .getProcessCpuTime();
        }
    }
}
