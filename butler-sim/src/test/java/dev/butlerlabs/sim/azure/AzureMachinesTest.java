package dev.butlerlabs.sim.azure;

import static dev.butlerlabs.sim.azure.AzureWorld.id;
import static dev.butlerlabs.sim.azure.AzureWorld.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnedResource;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.FaultSpec;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the provider does on Azure beyond the contract. */
@Tag("slow")
class AzureMachinesTest {
    private final FaultPlan faults = new FaultPlan(1);
    private final AzureWorld world = new AzureWorld(
            AzureSimulator.start(SimulationOptions.standard().withFaults(faults)),
            Map.of("zones", List.of("1", "2", "3")));

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void distributesMachinesOverZones() {
        for (int i = 0; i < 3; i++) {
            assertThat(world.run(spec("alpha-cp-" + i)).zone()).contains(Integer.toString(i + 1));
        }
    }

    /** Azure accepts the request and fails later; the failed machine is deleted and created in another zone. */
    @Test
    void createsAMachineInAnotherZoneWhenItsOwnHasNoCapacity() {
        world.simulator.fill("1");
        assertThat(world.run(spec("alpha-cp-0")).zone()).contains("2");
        assertThat(world.simulator.machines()).hasSize(1);
        world.remove(id("alpha-cp-0"));
        assertThat(world.simulator.leftovers()).isEmpty();
    }

    @Test
    void waitsWhileNoZoneHasCapacityAndDeletesAFailedMachineCompletely() {
        List.of("1", "2", "3").forEach(world.simulator::fill);
        world.azure.machines().create(spec("alpha-cp-0"));
        TestAwait.upTo(AzureWorld.LIMIT, "the creation failed")
                .until(
                        () -> world.azure.machines().observe(id("alpha-cp-0")),
                        state -> state instanceof MachineState.Starting starting
                                && starting.awaited().contains("ZonalAllocationFailed"));
        world.remove(id("alpha-cp-0"));
        assertThat(world.simulator.leftovers()).isEmpty();

        world.simulator.empty("3");
        assertThat(world.run(spec("alpha-cp-0")).zone()).contains("3");
    }

    @Test
    void usesAMachineThatRunsAlthoughAzureDidNotHearFromIt() {
        faults.order(FaultSpec.once(SimulatedOperation.BOOT, FaultKind.PROVISIONING_TIMEOUT));
        assertThat(world.run(spec("alpha-cp-0")).addresses()).hasSize(1);
    }

    @Test
    void reportsASizeThatTheSubscriptionCannotUse() {
        world.simulator.restrict("Standard_D2s_v5");
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> world.azure.machines().create(spec("alpha-cp-0")))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.PROVIDER))
                .withMessageContaining("SkuNotAvailable");
        world.remove(id("alpha-cp-0"));
        assertThat(world.simulator.leftovers()).isEmpty();
    }

    @Test
    void reportsAQuota() {
        faults.order(FaultSpec.once(SimulatedOperation.CREATE, FaultKind.QUOTA));
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> world.azure.machines().create(spec("alpha-cp-0")))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.QUOTA));
        assertThat(world.azure.machines().observe(id("alpha-cp-0")))
                .isEqualTo(new MachineState.Starting("", "The virtual machine has not been created yet."));
        world.run(spec("alpha-cp-0"));
    }

    @Test
    void reportsAnImageThatDoesNotExist() {
        assertThatExceptionOfType(ButlerException.class)
                .isThrownBy(() -> world.azure
                        .machines()
                        .create(MachineSpecBuilder.builder(spec("alpha-cp-0"))
                                .image(Optional.of("no:such:image:latest"))
                                .build()))
                .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.NOT_FOUND))
                .withMessageContaining("PlatformImageNotFound");
    }

    @Test
    void leavesPartsOfOthersAlone() {
        for (String type : List.of(ArmRegistry.NIC, ArmRegistry.DISK)) {
            String name = type.equals(ArmRegistry.NIC) ? "alpha-cp-0-nic" : "alpha-cp-1-os";
            String machine = name.replaceAll("-(nic|os)$", "");
            world.simulator.plant(type, name, Map.of("butler-owner", "somebody"));
            assertThatExceptionOfType(ButlerException.class)
                    .isThrownBy(() -> world.azure.machines().create(spec(machine)))
                    .satisfies(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE));
            world.azure.machines().delete(id(machine));
            assertThat(world.azure.machines().observe(id(machine))).isInstanceOf(MachineState.Absent.class);
        }
        assertThat(world.simulator.leftovers())
                .containsExactlyInAnyOrder(ArmRegistry.NIC + " alpha-cp-0-nic", ArmRegistry.DISK + " alpha-cp-1-os");
    }

    /** A disk without its machine can contain data: it is neither reused nor deleted until the machine is. */
    @Test
    void keepsADiskWhoseMachineVanishedUntilTheMachineIsDeleted() {
        world.simulator.plant(
                ArmRegistry.DISK,
                "alpha-cp-0-os",
                Map.of(
                        "butler-managed-by", "butler",
                        "butler-owner", AzureWorld.OWNER.uid(),
                        "butler-machine", "alpha-cp-0"));
        assertThat(world.azure.machines().create(spec("alpha-cp-0")))
                .isInstanceOfSatisfying(
                        MachineState.Broken.class,
                        broken -> assertThat(broken.reason()).isEqualTo("VMVanished"));
        assertThat(world.simulator.leftovers()).hasSize(1);
        world.remove(id("alpha-cp-0"));
        assertThat(world.simulator.leftovers()).isEmpty();
    }

    @Test
    void deletesEverythingOfAMachineWithAPublicAddress() {
        try (var open =
                AzureWorld.connect(world.simulator, Map.of("publicAddress", true), world.simulator.credentials())) {
            open.machines().create(spec("alpha-cp-0"));
            MachineState.Running running = (MachineState.Running) TestAwait.upTo(
                            AzureWorld.LIMIT, "the machine running")
                    .until(() -> open.machines().observe(id("alpha-cp-0")), MachineState.Running.class::isInstance);
            assertThat(running.addresses()).hasSize(1);
            assertThat(open.owned())
                    .extracting(OwnedResource::type)
                    .containsExactlyInAnyOrder(
                            "virtual machine", "network interface", "disk", "disk", "public IP address");
        }
        world.remove(id("alpha-cp-0"));
        assertThat(world.simulator.leftovers()).isEmpty();
    }

    /** Names of Azure have no case, and IDs come back as they were first written. */
    @Test
    void adoptsAMachineWhoseNameIsWrittenInAnotherWay() {
        world.simulator.plant(
                ArmRegistry.VM,
                "Alpha-CP-0",
                Map.of(
                        "Butler-Managed-By", "butler",
                        "BUTLER-OWNER", AzureWorld.OWNER.uid(),
                        "butler-machine", "alpha-cp-0"));
        MachineState state = world.azure.machines().create(spec("alpha-cp-0"));
        assertThat(state).isInstanceOf(MachineState.Starting.class);
        assertThat(((MachineState.Starting) state).providerId()).endsWith("/Alpha-CP-0");
        assertThat(world.simulator.machines())
                .extracting(SimulatedMachine::name)
                .containsExactly("Alpha-CP-0");
    }
}
