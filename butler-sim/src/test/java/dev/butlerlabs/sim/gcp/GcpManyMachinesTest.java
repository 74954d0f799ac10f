package dev.butlerlabs.sim.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many machines at once, in three zones. */
@Tag("slow")
class GcpManyMachinesTest {
    @Test
    void aHundredMachinesAmongFaultsAreExactlyAHundred() {
        FaultPlan faults = new FaultPlan(7)
                .byChance(
                        0.01,
                        EnumSet.of(
                                FaultKind.LOST_RESPONSE, FaultKind.REFUSE, FaultKind.THROTTLE, FaultKind.ERROR_STORM));
        GcpSimulator simulator = GcpSimulator.start(SimulationOptions.standard().withFaults(faults));
        try (GcpProject project = new GcpProject(simulator, Map.of())) {
            List<String> names = names(100);
            atOnce(names, name -> project.run(GcpProject.spec(name)));
            assertThat(simulator.machines())
                    .extracting(SimulatedMachine::name)
                    .containsExactlyInAnyOrderElementsOf(names);
            atOnce(names, name -> project.remove(GcpProject.spec(name).id()));
            assertThat(faults.happened()).isNotEmpty();
            faults.clear();
            assertThat(simulator.machines()).isEmpty();
            assertThat(simulator.leftovers()).isEmpty();
        }
    }

    /** Instances and disks need more than one page of a list. */
    @Test
    void twoHundredMachinesAllRunAndAllGo() {
        LongSuite.assumeEnabled();
        GcpSimulator simulator = GcpSimulator.start(SimulationOptions.standard());
        try (GcpProject project = new GcpProject(simulator, Map.of())) {
            List<String> names = names(200);
            long start = System.nanoTime();
            atOnce(names, name -> project.run(GcpProject.spec(name)));
            Duration created = Duration.ofNanos(System.nanoTime() - start);
            long requests = simulator.requests();
            assertThat(project.infrastructure.owned())
                    .filteredOn(resource -> resource.type().equals("instance"))
                    .extracting(OwnedResource::name)
                    .containsExactlyInAnyOrderElementsOf(names);
            long listed = simulator.requests();
            atOnce(names, name -> project.remove(GcpProject.spec(name).id()));
            System.out.printf(
                    "%d machines created in %d ms with %.1f requests each, deleted with %.1f requests each%n",
                    names.size(),
                    created.toMillis(),
                    requests / (double) names.size(),
                    (simulator.requests() - listed) / (double) names.size());
            assertThat(simulator.machines()).isEmpty();
            assertThat(simulator.leftovers()).isEmpty();
        }
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(number -> "node-" + number).toList();
    }

    private static void atOnce(List<String> names, Consumer<String> action) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            names.stream()
                    .map(name -> threads.submit(() -> action.accept(name)))
                    .toList()
                    .forEach(GcpManyMachinesTest::done);
        }
    }

    private static void done(Future<?> work) {
        try {
            work.get();
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
