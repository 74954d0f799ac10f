package dev.butlerlabs.sim.aws;

import static dev.butlerlabs.sim.aws.Machine.awaitRunning;
import static dev.butlerlabs.sim.aws.Machine.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many machines at once. */
@Tag("slow")
class ManyMachinesTest {
    private static final int MACHINES = 200;

    @Test
    void makesTwoHundredMachinesAtOnceEachOnce() throws InterruptedException, ExecutionException {
        try (SimulatedAws simulator = SimulatedAws.start(SimulationOptions.standard());
                ConnectedInfrastructure aws = new SimulatedWorld(simulator).connect();
                ExecutorService threads = Executors.newFixedThreadPool(16)) {
            List<Future<String>> made = new ArrayList<>();
            for (int i = 0; i < MACHINES; i++) {
                String name = "alpha-worker-" + i;
                made.add(threads.submit(() -> {
                    aws.machines().create(spec(name));
                    return awaitRunning(aws, name).addresses().getFirst();
                }));
            }
            List<String> addresses = new ArrayList<>();
            for (Future<String> one : made) {
                addresses.add(one.get());
            }

            assertThat(addresses).hasSize(MACHINES).doesNotHaveDuplicates();
            assertThat(simulator.machines()).hasSize(MACHINES);
            assertThat(aws.owned())
                    .filteredOn(thing -> thing.type().equals("instance"))
                    .hasSize(MACHINES);
            assertThat(simulator.complaints()).isEmpty();
        }
    }
}
