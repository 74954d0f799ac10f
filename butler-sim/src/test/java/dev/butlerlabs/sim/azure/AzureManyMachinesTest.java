package dev.butlerlabs.sim.azure;

import static dev.butlerlabs.sim.azure.AzureWorld.id;
import static dev.butlerlabs.sim.azure.AzureWorld.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
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

/** Many machines at once, without and with faults. */
@Tag("slow")
class AzureManyMachinesTest {
    private static final int MANY = LongSuite.count(40, 200);
    private static final int DISTURBED = LongSuite.count(40, 100);
    private static final double ONE_PERCENT = 0.01;

    @Test
    void manyMachinesAtOnceAllRunAndAllGo() {
        play(MANY, new FaultPlan(1));
    }

    @Test
    void everyMachineIsCreatedOnceDespiteFaults() {
        FaultPlan faults = new FaultPlan(7)
                .byChance(
                        ONE_PERCENT,
                        EnumSet.of(
                                FaultKind.REFUSE,
                                FaultKind.LOST_RESPONSE,
                                FaultKind.THROTTLE,
                                FaultKind.ERROR_STORM,
                                FaultKind.UNAUTHORIZED));
        play(DISTURBED, faults);
        assertThat(faults.happened()).isNotEmpty();
    }

    private static void play(int machines, FaultPlan faults) {
        List<String> names = IntStream.range(0, machines)
                .mapToObj(number -> "node-" + number)
                .toList();
        AzureSimulator simulator =
                AzureSimulator.start(SimulationOptions.standard().withFaults(faults));
        try (AzureWorld world = new AzureWorld(simulator, Map.of("zones", List.of("1", "2", "3")))) {
            long start = System.nanoTime();
            atOnce(names, name -> run(world, name));
            System.out.printf(
                    "%d machines on Azure in %.1f s, %.1f requests each, faults %s%n",
                    machines,
                    (System.nanoTime() - start) / 1e9,
                    simulator.requests() / (double) machines,
                    faults.happened());
            assertThat(simulator.machines())
                    .extracting(SimulatedMachine::name)
                    .containsExactlyInAnyOrderElementsOf(names);
            assertThat(simulator.leftovers()).hasSize(3 * machines);

            atOnce(names, name -> remove(world, name));
            assertThat(simulator.machines()).isEmpty();
            assertThat(simulator.leftovers()).isEmpty();
        }
    }

    private static void run(AzureWorld world, String name) {
        TestAwait.upTo(AzureWorld.LIMIT.multipliedBy(4), name + " running")
                .ignoreExceptionsInstanceOf(ButlerException.class)
                .until(
                        () -> {
                            MachineState state = world.azure.machines().observe(id(name));
                            boolean partly = state instanceof MachineState.Absent
                                    || (state instanceof MachineState.Starting starting
                                            && starting.providerId().isEmpty());
                            return partly ? world.azure.machines().create(spec(name)) : state;
                        },
                        MachineState.Running.class::isInstance);
    }

    private static void remove(AzureWorld world, String name) {
        TestAwait.upTo(AzureWorld.LIMIT.multipliedBy(4), name + " deleted")
                .ignoreExceptionsInstanceOf(ButlerException.class)
                .until(() -> {
                    world.azure.machines().delete(id(name));
                    return world.azure.machines().observe(id(name)) instanceof MachineState.Absent;
                });
    }

    private static void atOnce(List<String> names, Consumer<String> action) {
        try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
            for (Future<?> work : names.stream()
                    .map(name -> threads.submit(() -> action.accept(name)))
                    .toList()) {
                work.get();
            }
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
