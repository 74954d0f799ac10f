package dev.butlerlabs.core.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ClusterBootstrapSpec.Topology;
import dev.butlerlabs.core.bootstrap.ClusterPlan.PlannedMachine;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import org.junit.jupiter.api.Test;

class ClusterPlanTest {
    @Test
    void namesMachinesByRoleAndNumber() {
        ClusterPlan plan =
                ClusterPlan.of(Specs.of(Topology.HA, 3, 2, "192.0.2.10"), Specs.profile(Hosting.ON_PREMISES));
        assertThat(plan.machines())
                .extracting(PlannedMachine::name)
                .containsExactly("demo-cp-0", "demo-cp-1", "demo-cp-2", "demo-worker-0", "demo-worker-1");
    }

    @Test
    void givesASingleNodeClusterOneMachineWhateverTheCounts() {
        ClusterPlan plan = ClusterPlan.of(Specs.of(Topology.SINGLE_NODE, 3, 2, ""), Specs.profile(Hosting.ON_PREMISES));
        assertThat(plan.machines()).extracting(PlannedMachine::name).containsExactly("demo-cp-0");
        assertThat(plan.vip()).isEmpty();
    }

    @Test
    void balancesOnlyAControlPlaneInACloud() {
        assertThat(ClusterPlan.of(Specs.of(Topology.HA, 3, 0, ""), Specs.profile(Hosting.CLOUD))
                        .isBalanced())
                .isTrue();
        assertThat(ClusterPlan.of(Specs.of(Topology.HA, 3, 0, "192.0.2.1"), Specs.profile(Hosting.CLOUD)))
                .satisfies(plan -> assertThat(plan.isBalanced()).isTrue())
                .satisfies(plan -> assertThat(plan.vip()).isEmpty());
        assertThat(ClusterPlan.of(Specs.of(Topology.SINGLE_NODE, 1, 0, ""), Specs.profile(Hosting.CLOUD))
                        .isBalanced())
                .isFalse();
        assertThat(ClusterPlan.of(Specs.of(Topology.HA, 3, 0, ""), Specs.profile(Hosting.ON_PREMISES))
                        .isBalanced())
                .isFalse();
    }

    @Test
    void wantsTheSharedAddressOnlyWhereThereIsOne() {
        ClusterPlan shared =
                ClusterPlan.of(Specs.of(Topology.HA, 3, 2, "192.0.2.10"), Specs.profile(Hosting.ON_PREMISES));
        ClusterPlan plain = ClusterPlan.of(Specs.of(Topology.HA, 3, 2, ""), Specs.profile(Hosting.ON_PREMISES));
        assertThat(AddonChoices.of(shared).switches()).contains("virtual-address");
        assertThat(AddonChoices.of(plain).switches()).doesNotContain("virtual-address");
        assertThat(AddonChoices.of(shared).places())
                .containsEntry("vip", "192.0.2.10")
                .containsEntry("vipInterface", "ens3");
    }
}
