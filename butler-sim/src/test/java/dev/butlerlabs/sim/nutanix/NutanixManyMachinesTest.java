package dev.butlerlabs.sim.nutanix;

import static dev.butlerlabs.sim.nutanix.Prism.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two hundred machines at once. */
@Tag("slow")
class NutanixManyMachinesTest {
    private static final int MANY = LongSuite.count(40, 200);

    @Test
    void manyMachinesAtOnceAllRunAndAllGo() {
        List<String> names =
                IntStream.range(0, MANY).mapToObj(number -> "node-" + number).toList();
        try (Prism prism = new Prism(NutanixSimulator.start(SimulationOptions.standard()))) {
            atOnce(names, prism::create);
            atOnce(names, name -> prism.await(name, MachineState.Running.class));
            System.out.printf("%d machines, %.1f requests each%n", MANY, prism.simulator.requests() / (double) MANY);
            assertThat(prism.simulator.machines()).hasSize(MANY);
            assertThat(prism.simulator.machines().stream()
                            .map(SimulatedMachine::address)
                            .distinct())
                    .hasSize(MANY);
            assertThat(prism.infrastructure.owned())
                    .extracting(OwnedResource::name)
                    .containsExactlyInAnyOrderElementsOf(names);

            atOnce(names, name -> prism.infrastructure.machines().delete(id(name)));
            atOnce(names, name -> prism.await(name, MachineState.Absent.class));
            assertThat(prism.simulator.machines()).isEmpty();
        }
    }

    /** More than one page of a list. */
    @Test
    void aListOfSeveralPagesIsReadToItsEnd() {
        try (Prism prism = new Prism(NutanixSimulator.start(SimulationOptions.standard()))) {
            for (int i = 0; i < 1100; i++) {
                prism.simulator.plantForeign("other-" + i);
            }
            prism.create("cp-0");
            assertThat(prism.infrastructure.owned())
                    .extracting(OwnedResource::name)
                    .containsExactly("cp-0");
        }
    }

    private static void atOnce(List<String> names, Consumer<String> action) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            names.stream()
                    .map(name -> threads.submit(() -> action.accept(name)))
                    .toList()
                    .forEach(NutanixManyMachinesTest::done);
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
