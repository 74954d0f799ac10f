package dev.butlerlabs.sim.harvester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.FailureClassifier;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong between Butler and Harvester, and what becomes of it. */
@Tag("slow")
class HarvesterFaultsTest {
    private static final int MOST_ATTEMPTS = 20;

    private static Harvester harvester;

    @BeforeAll
    static void start() {
        harvester = Harvester.start();
    }

    @AfterEach
    void calm() {
        harvester.simulator.faults().clear();
    }

    @AfterAll
    static void stop() {
        harvester.close();
    }

    /** The request that goes wrong is in turn the one for the virtual machine, its volume, its secret, or any. */
    @ParameterizedTest
    @CsvSource({
        "create:lost-response@-cp-0, 1",
        "create:lost-response@-rootdisk, 2",
        "create:lost-response@-cloudinit, 3",
        "create:refuse@-cp-0*2, 4",
        "create:error-storm@-rootdisk, 5",
        "create:error-storm@-cp-0, 6",
        "create:throttle@-cp-0, 7",
        "create:delay@-cp-0, 8",
        "update:lost-response, 9",
        "update:error-storm, 10",
        "read:refuse*3, 11",
        "list:error-storm, 12",
        "any:lost-response*5, 13"
    })
    void aMachineIsMadeExactlyOnceWhateverHappensOnTheWire(String fault, int number) {
        String name = "wire%d-cp-0".formatted(number);
        harvester.order(fault);

        insist(() -> harvester.machines().create(Harvester.spec(name)));
        harvester.simulator.faults().clear();
        harvester.running(name);
        assertThat(of(name)).containsExactly(name);

        harvester.order(fault.replace("create:", "any:"));
        insist(() -> harvester.machines().delete(Harvester.id(name)));
        harvester.simulator.faults().clear();
        harvester.awaitAbsent(name);
        assertThat(harvester.simulator.leftovers()).noneMatch(line -> line.contains("/" + name));
    }

    /** As the reconciler does: what passes by itself is tried again. */
    private static void insist(Runnable action) {
        for (int attempt = 1; ; attempt++) {
            try {
                action.run();
                return;
            } catch (ButlerException e) {
                assertThat(FailureClassifier.of(e)).as(e.getMessage()).isEqualTo(FailureClassifier.PASSING);
                assertThat(attempt).isLessThan(MOST_ATTEMPTS);
            }
        }
    }

    private static List<String> of(String name) {
        return harvester.simulator.machines().stream()
                .map(SimulatedMachine::name)
                .filter(name::equals)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "read:throttle*9, THROTTLED",
        "read:error-storm*9, PROVIDER_TROUBLED",
        "read:refuse*30, UNREACHABLE",
        "read:unauthorized*9, UNAUTHENTICATED"
    })
    void failuresAreCalledByTheirName(String fault, ErrorCode code) {
        harvester.order(fault);

        assertThatThrownBy(() -> harvester.machines().observe(Harvester.id("named-cp-0")))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void aQuotaIsExplainedAndLastsUntilSomebodyRaisesIt() {
        harvester.order("create:quota@quota-cp-0");

        assertThatThrownBy(() -> harvester.machines().create(Harvester.spec("quota-cp-0")))
                .isInstanceOfSatisfying(ButlerException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.QUOTA);
                    assertThat(e).hasMessageContaining("exceeded quota");
                    assertThat(e.hint()).contains("Raise the quota");
                });
        harvester.machines().create(Harvester.spec("quota-cp-0"));
        harvester.running("quota-cp-0");
    }

    @Test
    void aFullClusterTakesNoMoreUntilOneLeaves() {
        try (Harvester small = Harvester.start(Harvester.options().withCapacity(1), Map.of())) {
            small.machines().create(Harvester.spec("one-cp-0"));
            assertThatThrownBy(() -> small.machines().create(Harvester.spec("one-cp-1")))
                    .isInstanceOfSatisfying(
                            ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.QUOTA));
            small.machines().create(Harvester.spec("one-cp-0"));
            small.machines().delete(Harvester.id("one-cp-0"));
            small.awaitAbsent("one-cp-0");
            small.machines().create(Harvester.spec("one-cp-1"));
            small.running("one-cp-1");
        }
    }

    @Test
    void withoutAddressAMachineIsNotTakenForRunning() {
        harvester.order("boot:no-address@mute-cp-0*9999");

        harvester.machines().create(Harvester.spec("mute-cp-0"));
        MachineState.Starting starting = (MachineState.Starting) harvester.await(
                "mute-cp-0",
                state -> state instanceof MachineState.Starting some
                        && some.awaited().contains("guest agent"));
        assertThat(starting.providerId()).isNotEmpty();
        harvester.simulator.faults().clear();
        harvester.running("mute-cp-0");
    }

    @Test
    void aSlowMachineIsWaitedFor() {
        harvester.order("boot:slow-boot@slow-cp-0");

        harvester.machines().create(Harvester.spec("slow-cp-0"));
        harvester.running("slow-cp-0");
        assertThat(harvester.simulator.faults().happened()).containsEntry(FaultKind.SLOW_BOOT, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"vanish", "stop"})
    void aMachineThatFailsAfterItRanIsNoticed(String fault) {
        String name = fault + "-cp-0";
        harvester.order("boot:%s@%s".formatted(fault, name));

        harvester.machines().create(Harvester.spec(name));
        harvester.running(name);
        Class<? extends MachineState> expected =
                fault.equals("vanish") ? MachineState.Absent.class : MachineState.Broken.class;
        harvester.await(name, expected::isInstance);
    }
}
