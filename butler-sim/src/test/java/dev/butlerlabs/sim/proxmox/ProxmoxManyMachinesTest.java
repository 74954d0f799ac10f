package dev.butlerlabs.sim.proxmox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many machines at once. */
@Timeout(180)
@Tag("slow")
class ProxmoxManyMachinesTest {
    private static final int MANY = LongSuite.count(40, 200);
    private static final int DISTURBED = LongSuite.count(40, 100);
    private static final Set<FaultKind> FAULTS = Set.of(
            FaultKind.REFUSE, FaultKind.LOST_RESPONSE, FaultKind.THROTTLE, FaultKind.ERROR_STORM, FaultKind.DELAY);

    @Test
    void manyMachinesAtOnceAllRunAndAllAreDeleted() {
        List<String> names =
                IntStream.range(0, MANY).mapToObj(number -> "node-" + number).toList();
        try (Proxmox proxmox = Proxmox.start()) {
            long start = System.nanoTime();
            atOnce(names, proxmox::run);
            System.out.printf(
                    "%d machines on Proxmox in %.1f s, %.1f requests each%n",
                    MANY,
                    Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0,
                    proxmox.simulator.requests() / (double) MANY);
            assertThat(proxmox.simulator.machines()).hasSize(MANY);
            assertThat(proxmox.simulator.machines().stream()
                            .map(SimulatedMachine::address)
                            .distinct())
                    .hasSize(MANY);
            assertThat(proxmox.infrastructure.owned())
                    .extracting(OwnedResource::name)
                    .containsExactlyInAnyOrderElementsOf(names);
            atOnce(names, proxmox::remove);
            assertThat(proxmox.simulator.machines()).isEmpty();
            assertThat(proxmox.simulator.leftovers()).isEmpty();
        }
    }

    /** A narrow range, so that machines compete for VM IDs, and two requests of a hundred fail. */
    @Test
    void faultsAndCollisionsNeitherLoseNorDuplicateAMachine() {
        List<String> names = IntStream.range(0, DISTURBED)
                .mapToObj(number -> "node-" + number)
                .toList();
        FaultPlan faults = new FaultPlan(7).byChance(0.02, FAULTS);
        ProxmoxSimulator simulator =
                ProxmoxSimulator.start(SimulationOptions.standard().withFaults(faults));
        try (Proxmox proxmox = new Proxmox(
                simulator,
                Map.of("vmidRange", Map.of("start", 3000, "end", 3000 + DISTURBED * 13 / 10 - 1)),
                simulator.credentials())) {
            atOnce(names, proxmox::run);
            assertThat(simulator.machines())
                    .extracting(SimulatedMachine::name)
                    .containsExactlyInAnyOrderElementsOf(names);
            assertThat(faults.happened().values().stream()
                            .mapToInt(Integer::intValue)
                            .sum())
                    .isPositive();
            System.out.printf("%d machines on Proxmox with faults %s%n", DISTURBED, faults.happened());
            atOnce(names, proxmox::remove);
            assertThat(simulator.machines()).isEmpty();
            assertThat(simulator.leftovers()).isEmpty();
        }
    }

    private static void atOnce(List<String> names, Consumer<String> action) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            names.stream()
                    .map(name -> threads.submit(() -> action.accept(name)))
                    .toList()
                    .forEach(ProxmoxManyMachinesTest::finish);
        }
    }

    private static void finish(Future<?> work) {
        try {
            work.get();
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
