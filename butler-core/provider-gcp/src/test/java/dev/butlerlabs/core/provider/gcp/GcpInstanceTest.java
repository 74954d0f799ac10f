package dev.butlerlabs.core.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineState;
import dev.butlerlabs.core.provider.OwnerId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GcpInstanceTest {
    private static GcpInstance instance(String status, String more) {
        return new GcpInstance(GcpSpecs.json(
                "{'name': 'demo-cp-0', 'id': '1', 'zone': 'https://x/projects/p/zones/z-a', 'status': '%s' %s}"
                        .formatted(status, more)));
    }

    @ParameterizedTest
    @CsvSource({
        "PROVISIONING, Starting",
        "STAGING, Starting",
        "PENDING, Starting",
        "REPAIRING, Starting",
        "RUNNING, Starting",
        "STOPPING, Leaving",
        "DEPROVISIONING, Leaving",
        "TERMINATED, Broken",
        "SUSPENDED, Broken",
        "SOMETHING_NEW, Starting"
    })
    void mapsEveryStatus(String status, String expected) {
        assertThat(instance(status, "").state("p").getClass().getSimpleName()).isEqualTo(expected);
    }

    @Test
    void aRunningInstanceHasItsPublicAddressFirst() {
        MachineState state = instance(
                        "RUNNING",
                        ", 'networkInterfaces': [{'networkIP': '10.0.0.2', 'accessConfigs': [{'natIP': '203.0.113.5'}]}]")
                .state("p");
        assertThat(state).isInstanceOfSatisfying(MachineState.Running.class, running -> {
            assertThat(running.addresses()).containsExactly("203.0.113.5", "10.0.0.2");
            assertThat(running.providerId()).isEqualTo("gce://p/z-a/demo-cp-0");
            assertThat(running.zone()).contains("z-a");
        });
    }

    @Test
    void belongsToItsOwnerByLabelsAndNameTogether() {
        GcpInstance ours = instance(
                "RUNNING",
                ", 'labels': {'butler-managed-by': 'butler', 'butler-owner': 'owner-1', 'butler-machine': 'demo-cp-0'}");
        assertThat(ours.isOf(GcpSpecs.CP_0)).isTrue();
        assertThat(ours.isOf(new MachineId("demo-cp-0", new OwnerId("owner-2"))))
                .isFalse();
        assertThat(ours.isOf(new MachineId("demo-cp-1", new OwnerId("owner-1"))))
                .isFalse();
        assertThat(instance("RUNNING", ", 'labels': {'butler-owner': 'owner-1', 'butler-machine': 'demo-cp-0'}")
                        .isOf(GcpSpecs.CP_0))
                .isFalse();
    }

    @Test
    void ownershipOfOtherResourcesIsInTheirDescription() {
        LoadBalancerId id = new LoadBalancerId("demo", new OwnerId("owner-1"));
        JsonNode resource = GcpSpecs.json("{'description': '%s'}".formatted(GcpOwnership.description(id)));
        assertThat(GcpOwnership.owner(resource)).contains(new OwnerId("owner-1"));
        assertThat(GcpOwnership.isOf(id, resource)).isTrue();
        assertThat(GcpOwnership.isOf(new LoadBalancerId("other", new OwnerId("owner-1")), resource))
                .isFalse();
        assertThat(GcpOwnership.owner(GcpSpecs.json("{'description': 'someone else'}")))
                .isEmpty();
    }

    @Test
    void disksOfAFailedCreationAreReplacedAndUsedDisksAreNot() {
        JsonNode unused = GcpSpecs.json("{'name': 'd', 'zone': 'zones/z-a'}");
        JsonNode used =
                GcpSpecs.json("{'name': 'd', 'zone': 'zones/z-a', 'lastAttachTimestamp': '2026-01-01T00:00:00Z'}");
        assertThat(GcpDisks.state(List.of())).isInstanceOf(MachineState.Absent.class);
        assertThat(GcpDisks.state(List.of(unused)))
                .isInstanceOfSatisfying(
                        MachineState.Starting.class,
                        state -> assertThat(state.providerId()).isEmpty());
        assertThat(GcpDisks.state(List.of(unused, used))).isInstanceOf(MachineState.Leaving.class);
    }

    @Test
    void replicasAreInDifferentZonesAndAMachineKeepsItsZone() {
        List<String> zones = List.of("z-a", "z-b", "z-c");
        assertThat(GcpZones.rotated(zones, "demo-cp-0")).containsExactly("z-a", "z-b", "z-c");
        assertThat(GcpZones.rotated(zones, "demo-cp-1")).containsExactly("z-b", "z-c", "z-a");
        assertThat(GcpZones.rotated(zones, "demo-cp-5").getFirst()).isEqualTo("z-c");
        assertThat(GcpZones.rotated(zones, "web")).isEqualTo(GcpZones.rotated(zones, "web"));
    }
}
