package dev.butlerlabs.sim.harvester;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HarvesterMachinesTest {
    private Harvester harvester;

    @BeforeEach
    void start() {
        harvester = Harvester.start();
    }

    @AfterEach
    void stop() {
        harvester.close();
    }

    @Test
    void aMachineIsMadeRunsAndGoesWithoutATrace() {
        assertThat(harvester.machines().observe(Harvester.id("alpha-cp-0"))).isInstanceOf(MachineState.Absent.class);

        assertThat(harvester.machines().create(Harvester.spec("alpha-cp-0"))).isInstanceOf(MachineState.Starting.class);
        MachineState.Running running = harvester.running("alpha-cp-0");

        SimulatedMachine machine = harvester.simulator.machines().getFirst();
        assertThat(running.providerId()).isEqualTo(machine.id());
        assertThat(running.addresses()).containsExactly(machine.address().orElseThrow());
        assertThat(running.macAddress().orElseThrow()).startsWith("52:54:00:");
        assertThat(harvester.simulator.leftovers())
                .containsExactlyInAnyOrder(
                        "PersistentVolumeClaim default/alpha-cp-0-rootdisk", "Secret default/alpha-cp-0-cloudinit");

        harvester.machines().delete(Harvester.id("alpha-cp-0"));
        assertThat(harvester.machines().observe(Harvester.id("alpha-cp-0"))).isInstanceOf(MachineState.Leaving.class);
        harvester.awaitAbsent("alpha-cp-0");
        assertThat(harvester.simulator.machines()).isEmpty();
        assertThat(harvester.simulator.leftovers()).isEmpty();
        harvester.machines().delete(Harvester.id("alpha-cp-0"));
    }

    @Test
    void aForeignMachineIsNeverTouched() {
        harvester.simulator.plantForeign("alpha-cp-0");

        assertThatThrownBy(() -> harvester.machines().create(Harvester.spec("alpha-cp-0")))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FOREIGN_RESOURCE));
        harvester.machines().delete(Harvester.id("alpha-cp-0"));

        assertThat(harvester.machines().observe(Harvester.id("alpha-cp-0"))).isInstanceOf(MachineState.Absent.class);
        assertThat(harvester.simulator.machines()).hasSize(1);
        assertThat(harvester.simulator.leftovers()).isEmpty();
        assertThat(harvester.infrastructure.owned()).isEmpty();
    }
}
