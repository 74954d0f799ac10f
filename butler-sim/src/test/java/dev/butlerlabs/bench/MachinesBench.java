package dev.butlerlabs.bench;

import dev.butlerlabs.core.api.MachineRequestStatus.Phase;
import dev.butlerlabs.sim.contract.ContractWorld;
import dev.butlerlabs.sim.contract.ReconciledWorld;
import dev.butlerlabs.sim.contract.SimulatedWorld;
import dev.butlerlabs.sim.infrastructure.SimulatorFactory;
import dev.butlerlabs.sim.infrastructure.Simulators;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Many machines asked for at once on each simulator: how long until all run and all are gone, and how many requests each cost. */
public final class MachinesBench {
    private static final int USUAL = 200;

    private final PrintStream out;
    private final int machines;

    private MachinesBench(PrintStream out, int machines) {
        this.out = out;
        this.machines = machines;
    }

    /**
     * Measures.
     *
     * @param arguments how many machines, 200 when left out, and which simulators, all when left out
     */
    public static void main(String[] arguments) {
        List<String> given = List.of(arguments);
        int machines = given.stream()
                .filter(word -> word.matches("\\d+"))
                .findFirst()
                .map(Integer::parseInt)
                .orElse(USUAL);
        List<String> chosen =
                given.stream().filter(word -> !word.matches("\\d+")).toList();
        MachinesBench bench = new MachinesBench(System.out, machines);
        bench.out.printf(
                "%-10s %9s %12s %14s %12s %14s%n",
                "provider", "machines", "running ms", "requests each", "gone ms", "requests each");
        Simulators.load().all().stream()
                .filter(factory -> chosen.isEmpty() || chosen.contains(factory.provider()))
                .forEach(bench::measure);
        // A Kubernetes client leaves a timer behind that nobody can stop.
        System.exit(0);
    }

    private void measure(SimulatorFactory factory) {
        ContractWorld world = SimulatedWorld.start(factory);
        try (ReconciledWorld reconciled = new ReconciledWorld(world)) {
            List<String> names =
                    IntStream.range(0, machines).mapToObj(i -> "bench-" + i).toList();
            Lap running = new Lap(world);
            names.forEach(reconciled::request);
            names.forEach(name -> reconciled.awaitPhase(name, Phase.RUNNING));
            String made = running.end(machines);
            if (world.machines().size() != machines) {
                throw new IllegalStateException(world.machines().size() + " machines exist");
            }
            Lap gone = new Lap(world);
            names.forEach(reconciled::delete);
            names.forEach(reconciled::awaitGone);
            String removed = gone.end(machines);
            if (!world.machines().isEmpty() || !world.leftovers().isEmpty()) {
                throw new IllegalStateException("something is left");
            }
            out.printf("%-10s %9d %s %s%n", factory.provider(), machines, made, removed);
        }
    }

    /** Time and requests from now on. */
    private static final class Lap {
        private final ContractWorld world;
        private final long start = System.nanoTime();
        private final long requests;

        private Lap(ContractWorld world) {
            this.world = world;
            this.requests = world.requests();
        }

        private String end(int machines) {
            long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
            return "%12d %14.1f".formatted(millis, (world.requests() - requests) / (double) machines);
        }
    }
}
