package dev.butlerlabs.sim.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.api.MachineRequestStatus.Phase;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulatorFactory;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The contract seen from a MachineRequest: reconcilers on the embedded API, simulated infrastructures behind them. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(900)
class ReconciledContractTest {
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final AtomicInteger RUNS = new AtomicInteger();
    private static final int MANY = Fault.ALL ? 20 : 8;
    private static final String THOROUGH = "nutanix";
    private static final double OFTEN = 0.15;

    private final List<ReconciledWorld> worlds = new ArrayList<>();
    private final ConcurrentTests concurrent = new ConcurrentTests();

    @AfterAll
    void closeTheWorlds() {
        concurrent.close();
        worlds.forEach(ReconciledWorld::close);
        System.out.printf("%d case and fault runs of MachineRequests%n", RUNS.get());
    }

    @TestFactory
    Stream<DynamicContainer> everyProviderBringsMachineRequestsAbout() {
        return SimulatedWorld.factories().map(this::container).toList().stream();
    }

    private DynamicContainer container(SimulatorFactory factory) {
        ReconciledWorld world = new ReconciledWorld(SimulatedWorld.start(factory));
        worlds.add(world);
        List<DynamicTest> tests = new ArrayList<>();
        for (Fault fault : faultsOfLife(factory)) {
            tests.add(test("makes and removes a machine, with " + fault, world, fault, this::life));
        }
        for (Fault fault : Fault.everyKind()) {
            tests.add(test("removes what is half made, with " + fault, world, fault, this::regret));
            tests.add(test("refuses a name that is taken, with " + fault, world, fault, this::taken));
        }
        tests.add(test(
                "waits for an address",
                world,
                Fault.once(SimulatedOperation.BOOT, FaultKind.NO_ADDRESS),
                this::addressless));
        tests.add(test("reports a machine that vanished", world, Fault.NONE, this::vanished));
        tests.add(test("reports a machine that stopped", world, Fault.NONE, this::stopped));
        tests.add(test("makes many at once among many faults", world, Fault.NONE, this::many));
        return concurrent.start(factory.provider(), LongSuite.every(4, worlds.size(), tests));
    }

    /**
     * The reconcilers handle a fault alike whichever provider reports it, so faults at every type of request run on one
     * provider. {@link SimulatorsContractTest} runs them on each provider.
     */
    private static List<Fault> faultsOfLife(SimulatorFactory factory) {
        return Fault.ALL || factory.provider().equals(THOROUGH) ? Fault.everyKindEverywhere() : Fault.everyKind();
    }

    /** A machine's life in one case. */
    private interface Play {
        void play(ReconciledWorld world, String name);
    }

    private static DynamicTest test(String title, ReconciledWorld world, Fault fault, Play play) {
        return DynamicTest.dynamicTest(world.world().provider() + " " + title, () -> {
            String name = "m" + NUMBERS.incrementAndGet();
            List<String> leftBefore = world.world().leftovers();
            try {
                fault.order().ifPresent(world.world().faults()::order);
                play.play(world, name);
            } finally {
                world.world().faults().clear();
            }
            assertThat(named(world, name)).isEmpty();
            assertThat(leftBefore).containsAll(world.world().leftovers());
            RUNS.incrementAndGet();
        });
    }

    private void life(ReconciledWorld world, String name) {
        world.request(name);
        MachineRequest running = world.awaitPhase(name, Phase.RUNNING);
        assertThat(named(world, name))
                .singleElement()
                .satisfies(machine -> assertThat(machine.address())
                        .contains(running.getStatus().ipAddress()));
        assertThat(running.getStatus().providerID()).isNotBlank();
        world.remove(name);
    }

    private void regret(ReconciledWorld world, String name) {
        world.request(name);
        world.await(
                name, "it was looked at", request -> !request.getFinalizers().isEmpty());
        world.remove(name);
    }

    private void taken(ReconciledWorld world, String name) {
        world.world().plantForeign(name);
        world.request(name);
        MachineRequest refused = world.await(
                name,
                "it is refused",
                request -> "ForeignResource".equals(request.getStatus().failureReason()));
        assertThat(refused.getStatus().phase()).isEqualTo(Phase.FAILED);
        world.remove(name);
        assertThat(named(world, name)).hasSize(1);
        world.world().vanish(name);
        TestAwait.upTo(Hand.LIMIT, "the other machine deleted")
                .until(() -> named(world, name).isEmpty());
    }

    private void addressless(ReconciledWorld world, String name) {
        world.request(name);
        world.awaitPhase(name, Phase.CREATING);
        world.remove(name);
    }

    private void vanished(ReconciledWorld world, String name) {
        world.request(name);
        world.awaitPhase(name, Phase.RUNNING);
        world.world().vanish(name);
        // Until its last disk is gone a machine may look broken rather than absent.
        world.awaitPhase(name, Phase.FAILED);
        assertThat(named(world, name)).isEmpty();
        world.remove(name);
    }

    private void stopped(ReconciledWorld world, String name) {
        world.request(name);
        world.awaitPhase(name, Phase.RUNNING);
        world.world().stop(name);
        assertThat(world.awaitPhase(name, Phase.FAILED).getStatus())
                .returns("VMStopped", MachineRequestStatus::failureReason);
        world.remove(name);
    }

    private void many(ReconciledWorld world, String prefix) {
        Set<FaultKind> wire = EnumSet.noneOf(FaultKind.class);
        Stream.of(FaultKind.values())
                .filter(kind -> kind.stage() == FaultKind.Stage.WIRE)
                .forEach(wire::add);
        world.world().faults().byChance(OFTEN, wire);
        List<String> names =
                IntStream.range(0, MANY).mapToObj(i -> prefix + "-" + i).toList();
        names.forEach(world::request);
        names.forEach(name -> world.awaitPhase(name, Phase.RUNNING));
        names.forEach(name -> assertThat(named(world, name)).hasSize(1));
        names.forEach(world::delete);
        names.forEach(world::awaitGone);
        names.forEach(name -> assertThat(named(world, name)).isEmpty());
    }

    private static List<SimulatedMachine> named(ReconciledWorld world, String name) {
        return world.world().machines().stream()
                .filter(machine -> machine.name().equals(name))
                .toList();
    }
}
