package dev.butlerlabs.sim.nutanix;

import static dev.butlerlabs.sim.nutanix.Prism.id;
import static dev.butlerlabs.sim.nutanix.Prism.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.infrastructure.LoopbackHost;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Machines are made once, found again, and removed, on a simulated Prism Central. */
@Tag("slow")
class NutanixMachinesTest {
    private final Prism prism = new Prism(NutanixSimulator.start(SimulationOptions.standard()));

    @AfterEach
    void close() {
        prism.close();
    }

    @Test
    void aMachineIsMadeRunsAndIsRemoved() {
        assertThat(prism.observe("cp-0")).isInstanceOf(MachineState.Absent.class);
        prism.create("cp-0");
        MachineState.Running running = prism.await("cp-0", MachineState.Running.class);
        assertThat(running.addresses()).singleElement().asString().startsWith("127.");
        assertThat(running.macAddress()).isPresent();
        assertThat(prism.infrastructure.owned())
                .containsExactly(new OwnedResource("virtual machine", "cp-0", running.providerId(), Prism.OWNER));

        prism.infrastructure.machines().delete(id("cp-0"));
        assertThat(prism.observe("cp-0")).isInstanceOfAny(MachineState.Leaving.class, MachineState.Absent.class);
        prism.await("cp-0", MachineState.Absent.class);
        assertThat(prism.simulator.machines()).isEmpty();
        prism.infrastructure.machines().delete(id("cp-0"));
    }

    /** Point 39: a second request, whatever became of the answer to the first, finds the machine. */
    @Test
    void creatingTwiceIsCreatingOnce() {
        prism.create("cp-0");
        prism.create("cp-0");
        prism.await("cp-0", MachineState.Running.class);
        assertThat(prism.create("cp-0")).isInstanceOf(MachineState.Running.class);
        assertThat(prism.machines("cp-0")).isOne();
    }

    /** Point 39. */
    @Test
    void aMachineWhoseAnswerWasLostIsTakenOver() {
        prism.simulator.faults().order(FaultSpec.once(SimulatedOperation.CREATE, FaultKind.LOST_RESPONSE));
        assertThat(catchThrowableOfType(ButlerException.class, () -> prism.create("cp-0"))
                        .code())
                .isEqualTo(ErrorCode.UNREACHABLE);
        prism.create("cp-0");
        prism.await("cp-0", MachineState.Running.class);
        assertThat(prism.machines("cp-0")).isOne();
    }

    /** Point 39: where even the list does not show it yet, two are made; the next look keeps the older one. */
    @Test
    void ofTwoOwnMachinesTheYoungerIsRemoved() {
        prism.simulator.listLate(2);
        prism.simulator.faults().order(FaultSpec.once(SimulatedOperation.CREATE, FaultKind.LOST_RESPONSE));
        assertThatThrownBy(() -> prism.create("cp-0")).isInstanceOf(ButlerException.class);
        String first = prism.simulator.machines().getFirst().id();
        prism.create("cp-0");
        assertThat(prism.machines("cp-0")).isEqualTo(2);

        prism.simulator.listLate(0);
        TestAwait.upTo(Prism.LIMIT, "two tasks listed, or one machine cp-0")
                .until(() -> listed() == 2 || prism.machines("cp-0") == 1);
        prism.create("cp-0");
        TestAwait.upTo(Prism.LIMIT, "one machine cp-0").until(() -> prism.machines("cp-0"), count -> count == 1);
        assertThat(prism.simulator.machines())
                .singleElement()
                .extracting(SimulatedMachine::id)
                .isEqualTo(first);
        assertThat(prism.await("cp-0", MachineState.Running.class).providerId()).isEqualTo(first);
    }

    private long listed() {
        return prism.infrastructure.owned().size();
    }

    @Test
    void twoMakersAtOnceLeaveOneMachine() throws InterruptedException {
        Thread[] makers = new Thread[4];
        for (int i = 0; i < makers.length; i++) {
            makers[i] = Thread.ofVirtual().start(() -> prism.create("cp-0"));
        }
        for (Thread maker : makers) {
            maker.join();
        }
        prism.create("cp-0");
        TestAwait.upTo(Prism.LIMIT, "one machine cp-0").until(() -> prism.machines("cp-0"), count -> count == 1);
        prism.await("cp-0", MachineState.Running.class);
    }

    @Test
    void aForeignMachineOfTheNameIsLeftAlone() {
        prism.simulator.plantForeign("cp-0");
        List<SimulatedMachine> before = prism.simulator.machines();
        assertThat(prism.observe("cp-0")).isInstanceOf(MachineState.Absent.class);
        ButlerException refused = catchThrowableOfType(ButlerException.class, () -> prism.create("cp-0"));
        assertThat(refused.code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE);
        prism.infrastructure.machines().delete(id("cp-0"));
        assertThat(prism.infrastructure.owned()).isEmpty();
        assertThat(prism.simulator.machines()).isEqualTo(before);
    }

    @Test
    void aForeignMachineBesideOurOwnIsLeftAlone() {
        prism.create("cp-0");
        prism.await("cp-0", MachineState.Running.class);
        prism.simulator.plantForeign("cp-0");
        assertThat(prism.create("cp-0")).isInstanceOf(MachineState.Running.class);
        prism.infrastructure.machines().delete(id("cp-0"));
        prism.await("cp-0", MachineState.Absent.class);
        assertThat(prism.simulator.machines())
                .singleElement()
                .extracting(machine -> machine.marks().get("description"))
                .isEqualTo("foreign");
    }

    @Test
    void aMachineOfAnotherClusterIsForeign() {
        prism.create("cp-0");
        MachineId other = new MachineId("cp-0", new OwnerId("other"));
        assertThat(prism.infrastructure.machines().observe(other)).isInstanceOf(MachineState.Absent.class);
        prism.infrastructure.machines().delete(other);
        prism.await("cp-0", MachineState.Running.class);
        ButlerException refused = catchThrowableOfType(
                ButlerException.class,
                () -> prism.infrastructure
                        .machines()
                        .create(builder("cp-0").id(other).build()));
        assertThat(refused.code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE);
    }

    /** Somebody copies a machine in Prism: the copy has our mark in its description and is not ours. */
    @Test
    void aCopyUnderAnotherNameIsNotOurs() {
        prism.create("cp-0");
        prism.await("cp-0", MachineState.Running.class);
        String mark = prism.simulator.machines().getFirst().marks().get("description");
        prism.simulator.plant("cp-0-clone", mark);
        assertThat(prism.infrastructure.owned()).extracting(OwnedResource::name).containsExactly("cp-0");
    }

    @Test
    void whatIsOwnedIsRemovedByItsMark() {
        prism.create("cp-0");
        OwnedResource found = prism.infrastructure.owned().getFirst();
        prism.infrastructure.remove(found);
        prism.await("cp-0", MachineState.Absent.class);
        prism.infrastructure.remove(found);

        prism.simulator.plantForeign("cp-1");
        String foreign = prism.simulator.machines().getFirst().id();
        assertThatThrownBy(() ->
                        prism.infrastructure.remove(new OwnedResource("virtual machine", "cp-1", foreign, Prism.OWNER)))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE));
        assertThat(prism.machines("cp-1")).isOne();
    }

    @Test
    void aLackOfRoomIsToldAndLeavesNothing() {
        prism.simulator.faults().order(FaultSpec.once(SimulatedOperation.CREATE, FaultKind.QUOTA));
        ButlerException refused = catchThrowableOfType(ButlerException.class, () -> prism.create("cp-0"));
        assertThat(refused.code()).isEqualTo(ErrorCode.QUOTA);
        assertThat(refused).hasMessageContaining("insufficient memory");
        prism.await("cp-0", MachineState.Absent.class);
        assertThat(prism.simulator.leftovers()).isEmpty();
        prism.create("cp-0");
        prism.await("cp-0", MachineState.Running.class);
    }

    /** A failure that shows later than the request is seen by observe, and mended by the next request. */
    @Test
    void aMachineWhoseMakingFailedIsMadeAnew() {
        prism.simulator.faults().order(FaultSpec.once(SimulatedOperation.CREATE, FaultKind.QUOTA));
        prism.simulator.faults().order(FaultSpec.once(SimulatedOperation.CREATE, FaultKind.LOST_RESPONSE));
        assertThatThrownBy(() -> prism.create("cp-0")).isInstanceOf(ButlerException.class);
        MachineState.Broken broken = (MachineState.Broken) prism.observe("cp-0");
        assertThat(broken.reason()).isEqualTo("QuotaExceeded");
        assertThat(broken.message()).contains("insufficient memory");
        prism.create("cp-0");
        prism.await("cp-0", MachineState.Running.class);
        TestAwait.upTo(Prism.LIMIT, "no leftovers").until(() -> prism.simulator.leftovers(), List::isEmpty);
        assertThat(prism.machines("cp-0")).isOne();
    }

    @Test
    void aStoppedMachineIsToldAndSwitchedOnByTheNextRequest() {
        prism.create("cp-0");
        MachineState.Running before = prism.await("cp-0", MachineState.Running.class);
        prism.simulator.stop("cp-0");
        assertThat(((MachineState.Broken) prism.observe("cp-0")).reason()).isEqualTo("VMStopped");

        assertThat(prism.create("cp-0")).isInstanceOf(MachineState.Starting.class);
        MachineState.Running after = prism.await("cp-0", MachineState.Running.class);
        assertThat(after.addresses()).isEqualTo(before.addresses());
        assertThat(after.providerId()).isEqualTo(before.providerId());
    }

    @Test
    void aVanishedMachineIsAbsent() {
        prism.create("cp-0");
        prism.await("cp-0", MachineState.Running.class);
        prism.simulator.vanish("cp-0");
        assertThat(prism.observe("cp-0")).isInstanceOf(MachineState.Absent.class);
    }

    /** Point 40: user data is encoded on the wire and plain in the machine. */
    @Test
    void userDataReachesTheMachineAsItWasGiven() {
        Queue<String> booted = new ConcurrentLinkedQueue<>();
        LoopbackHost host = new LoopbackHost();
        try (Prism other =
                new Prism(NutanixSimulator.start(SimulationOptions.standard().withHosts(boot -> {
                    booted.add(boot.userData().orElse("nothing"));
                    return host.boot(boot);
                })))) {
            MachineSpec spec = builder("cp-0")
                    .userData(Optional.of(new SensitiveText("version: v1alpha1\nänderung: \"€\"\n")))
                    .build();
            other.infrastructure.machines().create(spec);
            other.await("cp-0", MachineState.Running.class);
        }
        assertThat(booted).containsExactly("version: v1alpha1\nänderung: \"€\"\n");
    }

    /** Point 40: there is no place for network data, and it is not smuggled into another one. */
    @Test
    void networkDataIsRefused() {
        MachineSpec spec = builder("cp-0")
                .networkData(Optional.of(new SensitiveText("version: 2")))
                .build();
        ButlerException refused = catchThrowableOfType(
                ButlerException.class, () -> prism.infrastructure.machines().create(spec));
        assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        assertThat(refused).hasMessageContaining("networkData");
        assertThat(prism.simulator.requests()).isZero();
    }

    /** Point 40: a request does not wait until the machine is there. */
    @Test
    void aRequestDoesNotWaitForTheTask() {
        try (Prism slow =
                new Prism(NutanixSimulator.start(SimulationOptions.standard().withBootTime(Duration.ofHours(1))))) {
            assertThat(slow.create("cp-0")).isInstanceOf(MachineState.Starting.class);
            assertThat(slow.observe("cp-0"))
                    .isInstanceOfSatisfying(
                            MachineState.Starting.class,
                            starting -> assertThat(starting.awaited()).contains("is creating the virtual machine"));
        }
    }

    /** Point 40: nothing but name and owner is needed for a removal, and it can be followed to its end. */
    @Test
    void aRemovalIsSeenUntilTheMachineIsGone() {
        try (Prism slow =
                new Prism(NutanixSimulator.start(SimulationOptions.standard().withRemovalTime(Duration.ofHours(1))))) {
            slow.create("cp-0");
            slow.await("cp-0", MachineState.Running.class);
            slow.infrastructure.machines().delete(id("cp-0"));
            assertThat(slow.observe("cp-0")).isInstanceOf(MachineState.Leaving.class);
            assertThat(slow.create("cp-0")).isInstanceOf(MachineState.Leaving.class);
            slow.simulator.vanish("cp-0");
            assertThat(slow.observe("cp-0")).isInstanceOf(MachineState.Absent.class);
        }
    }

    /** Point 40: the storage container counts, and an extra disk may have one of its own. */
    @Test
    void extraDisksAndLabelsAreAccepted() {
        MachineSpec spec = builder("cp-0")
                .extraDisks(List.of(new ExtraDisk(50, "fast"), new ExtraDisk(10, null)))
                .labels(Map.of("Environment", "Testing", "team", "nobody-made-this"))
                .build();
        prism.infrastructure.machines().create(spec);
        prism.await("cp-0", MachineState.Running.class);
        assertThat(prism.simulator.machines().getFirst().marks())
                .containsEntry("Environment", "Testing")
                .doesNotContainKey("team");
    }

    private static MachineSpecBuilder builder(String name) {
        return MachineSpecBuilder.builder(spec(name));
    }
}
