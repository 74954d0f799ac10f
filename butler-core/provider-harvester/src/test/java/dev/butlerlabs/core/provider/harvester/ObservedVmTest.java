package dev.butlerlabs.core.provider.harvester;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.MachineState;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is seen of a virtual machine, and what it means. */
class ObservedVmTest {
    private static final String RUNNING = """
            status:
              phase: Running
              interfaces:
              - {name: default, mac: "52:54:00:00:00:01", ipAddress: 10.0.0.5, ipAddresses: %s}
            """;

    @Test
    void aMachineWithAnAddressRuns() {
        assertThat(seen("spec: {runStrategy: Always}", RUNNING.formatted("[10.0.0.5]")))
                .isEqualTo(new MachineState.Running(
                        "uid-1", List.of("10.0.0.5"), Optional.of("52:54:00:00:00:01"), Optional.empty()));
    }

    /** Weak point 46: only IPv4 was understood. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[10.0.0.5, fe80::1, 'fd00::5', 169.254.1.1] | 10.0.0.5 fd00::5",
                "['fd00::5', 10.0.0.5, 10.0.0.9] | 10.0.0.5 10.0.0.9 fd00::5",
                "['FE80::AB', '10.0.0.5/24'] | 10.0.0.5",
                "[127.100.0.2] | 10.0.0.5 127.100.0.2"
            })
    void addressesThatReachTheMachineComeInOrder(String reported, String expected) {
        MachineState.Running running =
                (MachineState.Running) seen("spec: {runStrategy: Always}", RUNNING.formatted(reported));

        assertThat(running.addresses()).containsExactly(expected.split(" ", -1));
    }

    @Test
    void aMachineWithOnlyAnIpv6AddressRuns() {
        String instance = "status: {phase: Running, interfaces: [{name: default, ipAddress: 'fd00::5'}]}";

        assertThat(((MachineState.Running) seen("spec: {}", instance)).addresses())
                .containsExactly("fd00::5");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "status: {phase: Running}",
                "status: {phase: Running, interfaces: [{name: default, mac: a}]}",
                "status: {phase: Running, interfaces: [{name: default, ipAddress: 169.254.3.4}]}",
                "status: {phase: Running, interfaces: [{interfaceName: cilium_host, ipAddress: 10.244.0.1}]}"
            })
    void withoutAnAddressOfItsOwnItStarts(String instance) {
        assertThat(seen("spec: {runStrategy: Always}", instance))
                .isEqualTo(new MachineState.Starting("uid-1", "waiting for an address from the guest agent"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "spec: {runStrategy: Halted} | status: {phase: Running}",
                "spec: {running: false} | ",
                "spec: {runStrategy: Manual} | ",
                "spec: {runStrategy: RerunOnFailure} | status: {phase: Succeeded}"
            })
    void aMachineThatStaysOffIsBroken(String machine, String instance) {
        assertThat(seen(machine, instance))
                .isInstanceOfSatisfying(
                        MachineState.Broken.class,
                        broken -> assertThat(broken.reason()).isEqualTo("VMStopped"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "spec: {runStrategy: Always} | ",
                "spec: {runStrategy: Always} | status: {phase: Succeeded}",
                "spec: {runStrategy: RerunOnFailure} | status: {phase: Failed}",
                "{spec: {runStrategy: Always}, status: {printableStatus: Stopped}} | "
            })
    void aMachineThatKubeVirtStartsAgainIsOnItsWay(String machine, String instance) {
        assertThat(seen(machine, instance)).isInstanceOf(MachineState.Starting.class);
    }

    @Test
    void aPausedMachineIsBroken() {
        String paused = "status: {phase: Running, conditions: [{type: Paused, status: 'True'}]}";

        assertThat(seen("spec: {runStrategy: Always}", paused))
                .isInstanceOfSatisfying(
                        MachineState.Broken.class,
                        broken -> assertThat(broken.reason()).isEqualTo("VMPaused"));
    }

    @Test
    void whatStandsInTheWayIsTold() {
        String machine = "{spec: {runStrategy: Always}, status: {printableStatus: ErrorUnschedulable}}";
        String instance = "status: {phase: Scheduling, conditions: [{type: PodScheduled, message: no node has room}]}";

        assertThat(seen(machine, instance))
                .isEqualTo(new MachineState.Starting("uid-1", "KubeVirt reports ErrorUnschedulable: no node has room"));
    }

    @Test
    void aMachineBeingRemovedIsLeavingWhateverElseIsSeen() {
        GenericKubernetesResource machine = object("spec: {runStrategy: Halted}");
        machine.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");

        assertThat(new ObservedVm(machine, Optional.empty()).state()).isEqualTo(new MachineState.Leaving("uid-1"));
    }

    private static MachineState seen(String machine, String instance) {
        return new ObservedVm(object(machine), Optional.ofNullable(instance).map(ObservedVmTest::object)).state();
    }

    private static GenericKubernetesResource object(String yaml) {
        GenericKubernetesResource object = Serialization.unmarshal("---\n" + yaml, GenericKubernetesResource.class);
        object.setMetadata(
                new ObjectMetaBuilder().withName("alpha-cp-0").withUid("uid-1").build());
        return object;
    }
}
