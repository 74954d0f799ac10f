package dev.butlerlabs.sim.nutanix;

import static dev.butlerlabs.sim.nutanix.Prism.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.FailureClassifier;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever goes wrong on the way, there is one machine in the end, and then none. */
@Tag("slow")
class NutanixFaultsTest {
    private static final Map<FaultKind, ErrorCode> TOLD = Map.of(
            FaultKind.REFUSE, ErrorCode.UNREACHABLE,
            FaultKind.LOST_RESPONSE, ErrorCode.UNREACHABLE,
            FaultKind.THROTTLE, ErrorCode.THROTTLED,
            FaultKind.ERROR_STORM, ErrorCode.PROVIDER_TROUBLED,
            FaultKind.UNAUTHORIZED, ErrorCode.UNAUTHENTICATED);

    static Stream<Arguments> wireFaults() {
        return Stream.of(FaultKind.values())
                .filter(kind -> kind.stage() == FaultKind.Stage.WIRE)
                .flatMap(kind -> Stream.of(
                                SimulatedOperation.CREATE,
                                SimulatedOperation.LIST,
                                SimulatedOperation.READ,
                                SimulatedOperation.UPDATE,
                                SimulatedOperation.DELETE)
                        .map(operation -> Arguments.of(operation, kind)));
    }

    @ParameterizedTest
    @MethodSource("wireFaults")
    void aFaultOfTheWireMakesNoSecondMachineAndLeavesNone(SimulatedOperation operation, FaultKind kind) {
        try (Prism prism = new Prism(NutanixSimulator.start(SimulationOptions.standard()))) {
            prism.simulator.faults().order(new FaultSpec(Optional.of(operation), kind, Optional.empty(), 3));
            List<ButlerException> failures = new ArrayList<>();
            bringUp(prism, failures);
            prism.simulator.stop("cp-0");
            assertThat(prism.machines("cp-0")).isOne();
            bringUp(prism, failures);
            assertThat(prism.machines("cp-0")).isOne();
            takeDown(prism, failures);

            assertThat(prism.simulator.machines()).isEmpty();
            assertThat(prism.simulator.faults().happened()).containsKey(kind);
            assertThat(failures)
                    .allSatisfy(failure -> assertThat(failure.code()).isEqualTo(TOLD.get(kind)));
            assertThat(kind == FaultKind.DELAY).isEqualTo(failures.isEmpty());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultKind.class,
            names = {"NO_ADDRESS", "SLOW_BOOT"})
    void aMachineThatIsSlowIsWaitedFor(FaultKind kind) {
        try (Prism prism = new Prism(NutanixSimulator.start(SimulationOptions.standard()))) {
            prism.simulator
                    .faults()
                    .order(new FaultSpec(Optional.of(SimulatedOperation.BOOT), kind, Optional.of("cp-0"), 3));
            prism.create("cp-0");
            prism.await("cp-0", MachineState.Running.class);
            assertThat(prism.simulator.faults().happened()).containsKey(kind);
            assertThat(prism.machines("cp-0")).isOne();
        }
    }

    @Test
    void aMachineThatVanishesIsAbsent() {
        try (Prism prism = doomed(FaultKind.VANISH)) {
            prism.await("cp-0", MachineState.Running.class);
            prism.await("cp-0", MachineState.Absent.class);
        }
    }

    @Test
    void aMachineThatStopsIsBroken() {
        try (Prism prism = doomed(FaultKind.STOP)) {
            prism.await("cp-0", MachineState.Running.class);
            assertThat(prism.await("cp-0", MachineState.Broken.class).reason()).isEqualTo("VMStopped");
        }
    }

    private static Prism doomed(FaultKind kind) {
        Prism prism = new Prism(NutanixSimulator.start(SimulationOptions.standard()));
        prism.simulator.faults().order(FaultSpec.once(SimulatedOperation.BOOT, kind));
        prism.create("cp-0");
        return prism;
    }

    @Test
    void aClusterWithoutRoomRefusesAndTakesMoreLater() {
        try (Prism prism =
                new Prism(NutanixSimulator.start(SimulationOptions.standard().withCapacity(1)))) {
            prism.create("cp-0");
            prism.await("cp-0", MachineState.Running.class);
            assertThat(failure(() -> prism.create("cp-1")))
                    .map(ButlerException::code)
                    .contains(ErrorCode.QUOTA);
            takeDown(prism, new ArrayList<>());
            prism.await("cp-1", MachineState.Absent.class);
            prism.create("cp-1");
            prism.await("cp-1", MachineState.Running.class);
        }
    }

    /** Faults by chance, the same for each seed as long as requests come in the same order. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void manyFaultsByChanceEndWithOneMachineAndThenNone(long seed) {
        Set<FaultKind> kinds = EnumSet.of(
                FaultKind.REFUSE,
                FaultKind.LOST_RESPONSE,
                FaultKind.THROTTLE,
                FaultKind.ERROR_STORM,
                FaultKind.UNAUTHORIZED);
        FaultPlan faults = new FaultPlan(seed).byChance(0.3, kinds);
        try (Prism prism =
                new Prism(NutanixSimulator.start(SimulationOptions.standard().withFaults(faults)))) {
            bringUp(prism, new ArrayList<>());
            assertThat(prism.machines("cp-0")).isOne();
            takeDown(prism, new ArrayList<>());
            assertThat(prism.simulator.machines()).isEmpty();
        }
    }

    /** As a reconciler does: asks again until it runs, whatever is thrown. */
    private static void bringUp(Prism prism, List<ButlerException> failures) {
        TestAwait.upTo(Prism.LIMIT, "cp-0 running").untilAsserted(() -> {
            Optional<ButlerException> failure = failure(() -> prism.create("cp-0"));
            failure.ifPresent(failures::add);
            assertThat(running(prism, failures)).as("failures: %s", failures).isTrue();
        });
    }

    private static boolean running(Prism prism, List<ButlerException> failures) {
        boolean[] running = {false};
        failure(() -> running[0] = prism.observe("cp-0") instanceof MachineState.Running)
                .ifPresent(failures::add);
        return running[0];
    }

    private static void takeDown(Prism prism, List<ButlerException> failures) {
        TestAwait.upTo(Prism.LIMIT, "cp-0 deleted").untilAsserted(() -> {
            boolean[] absent = {false};
            failure(() -> {
                        prism.infrastructure.machines().delete(id("cp-0"));
                        absent[0] = prism.observe("cp-0") instanceof MachineState.Absent;
                    })
                    .ifPresent(failures::add);
            assertThat(absent[0]).as("failures: %s", failures).isTrue();
        });
    }

    private static Optional<ButlerException> failure(Runnable action) {
        try {
            action.run();
            return Optional.empty();
        } catch (ButlerException e) {
            assertThat(e.code() == ErrorCode.UNAUTHENTICATED
                            || e.code() == ErrorCode.QUOTA
                            || FailureClassifier.of(e) == FailureClassifier.PASSING)
                    .as(e.toString())
                    .isTrue();
            return Optional.of(e);
        }
    }
}
