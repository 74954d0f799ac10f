package dev.butlerlabs.core.bootstrap.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.NodeAddresses;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Topology;
import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Which machine gets which address. */
class NodeAddressAssignmentTest {
    private static final NodeAddresses TEN =
            new NodeAddresses("192.0.2.20", "192.0.2.29", "192.0.2.0/24", "192.0.2.1", List.of("192.0.2.2"));

    @Test
    void machinesStandInOrderFromTheFirstAddressOn() {
        assertThat(plan(3, 2, Map.of()))
                .containsExactly("192.0.2.20", "192.0.2.21", "192.0.2.22", "192.0.2.23", "192.0.2.24");
    }

    @Test
    void anAddressKnowsItsNetwork() {
        ManagementClusterPlan plan = ManagementClusterPlan.of(Specs.at(TEN, 1, 0), Specs.profile(Hosting.ON_PREMISES));
        assertThat(plan.machines())
                .extracting(machine -> machine.address().orElseThrow())
                .containsExactly(new MachineAddress("192.0.2.20/24", "192.0.2.1", List.of("192.0.2.2")));
    }

    @Test
    void withoutAWishTheInfrastructureChooses() {
        ManagementClusterPlan plan =
                ManagementClusterPlan.of(Specs.of(Topology.HA, 3, 2, ""), Specs.profile(Hosting.ON_PREMISES));
        assertThat(plan.machines())
                .allSatisfy(machine -> assertThat(machine.address()).isEmpty());
        assertThat(plan.at(Map.of("demo-cp-0", "192.0.2.20"))).isEqualTo(plan);
    }

    /** The file was changed between two runs: two more control planes, whose places the workers have. */
    @Test
    void aNumberOfMachinesThatChangesMovesNobody() {
        Map<String, String> held = Map.of(
                "demo-cp-0", "192.0.2.20",
                "demo-worker-0", "192.0.2.21",
                "demo-worker-1", "192.0.2.22");
        assertThat(plan(3, 2, held))
                .containsExactly("192.0.2.20", "192.0.2.23", "192.0.2.24", "192.0.2.21", "192.0.2.22");
    }

    @Test
    void whoComesTooLateHasNone() {
        assertThat(plan(9, 2, Map.of())).hasSize(10);
    }

    @Property(tries = 500)
    void nobodySharesAndNobodyMoves(
            @ForAll @IntRange(min = 1, max = 9) int controlPlanes,
            @ForAll @IntRange(max = 12) int workers,
            @ForAll @IntRange(max = 20) int crash,
            @ForAll @IntRange(min = 1, max = 9) int laterControlPlanes,
            @ForAll @IntRange(max = 12) int laterWorkers) {
        Map<String, String> before = chosen(controlPlanes, workers, Map.of());
        Map<String, String> held = new HashMap<>();
        before.entrySet().stream().limit(crash).forEach(entry -> held.put(entry.getKey(), entry.getValue()));

        assertThat(chosen(controlPlanes, workers, held)).as("after a crash").isEqualTo(before);
        Map<String, String> later = chosen(laterControlPlanes, laterWorkers, before);
        assertThat(later.values()).as("nobody shares").doesNotHaveDuplicates();
        later.forEach((machine, address) -> {
            assertThat(before.getOrDefault(machine, address)).as(machine).isEqualTo(address);
            assertThat(before.containsValue(address)).as(machine).isEqualTo(before.containsKey(machine));
        });
    }

    private static List<String> plan(int controlPlanes, int workers, Map<String, String> held) {
        return ManagementClusterPlan.of(Specs.at(TEN, controlPlanes, workers), Specs.profile(Hosting.ON_PREMISES))
                .at(held)
                .machines()
                .stream()
                .flatMap(machine -> machine.address().stream())
                .map(MachineAddress::ip)
                .toList();
    }

    private static Map<String, String> chosen(int controlPlanes, int workers, Map<String, String> held) {
        ManagementClusterPlan plan =
                ManagementClusterPlan.of(Specs.at(TEN, controlPlanes, workers), Specs.profile(Hosting.ON_PREMISES));
        return NodeAddressAssignment.of(plan.spec())
                .orElseThrow()
                .choose(plan.machines().stream().map(PlannedMachine::name).toList(), held);
    }
}
