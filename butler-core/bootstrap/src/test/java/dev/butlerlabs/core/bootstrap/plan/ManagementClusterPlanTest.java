package dev.butlerlabs.core.bootstrap.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ClusterBootstrapSpec;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigDelivery;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.LoadBalancerPool;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Network;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Talos;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Topology;
import dev.butlerlabs.core.api.ClusterBootstrapSpecBuilder;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.provider.ProviderProfile;
import dev.butlerlabs.core.provider.ProviderProfile.Hosting;
import dev.butlerlabs.core.provider.ProviderProfileBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManagementClusterPlanTest {
    @Test
    void namesMachinesByRoleAndNumber() {
        ManagementClusterPlan plan =
                ManagementClusterPlan.of(Specs.of(Topology.HA, 3, 2, "192.0.2.10"), Specs.profile(Hosting.ON_PREMISES));
        assertThat(plan.machines())
                .extracting(PlannedMachine::name)
                .containsExactly("demo-cp-0", "demo-cp-1", "demo-cp-2", "demo-worker-0", "demo-worker-1");
    }

    @Test
    void givesASingleNodeClusterOneMachineWhateverTheCounts() {
        ManagementClusterPlan plan =
                ManagementClusterPlan.of(Specs.of(Topology.SINGLE_NODE, 3, 2, ""), Specs.profile(Hosting.ON_PREMISES));
        assertThat(plan.machines()).extracting(PlannedMachine::name).containsExactly("demo-cp-0");
        assertThat(plan.vip()).isEmpty();
    }

    @Test
    void balancesOnlyAControlPlaneInACloud() {
        assertThat(ManagementClusterPlan.of(Specs.of(Topology.HA, 3, 0, ""), Specs.profile(Hosting.CLOUD))
                        .isBalanced())
                .isTrue();
        assertThat(ManagementClusterPlan.of(Specs.of(Topology.HA, 3, 0, "192.0.2.1"), Specs.profile(Hosting.CLOUD)))
                .satisfies(plan -> assertThat(plan.isBalanced()).isTrue())
                .satisfies(plan -> assertThat(plan.vip()).isEmpty());
        assertThat(ManagementClusterPlan.of(Specs.of(Topology.SINGLE_NODE, 1, 0, ""), Specs.profile(Hosting.CLOUD))
                        .isBalanced())
                .isFalse();
        assertThat(ManagementClusterPlan.of(Specs.of(Topology.HA, 3, 0, ""), Specs.profile(Hosting.ON_PREMISES))
                        .isBalanced())
                .isFalse();
    }

    @Test
    void wantsTheSharedAddressOnlyWhereThereIsOne() {
        ManagementClusterPlan shared =
                ManagementClusterPlan.of(Specs.of(Topology.HA, 3, 2, "192.0.2.10"), Specs.profile(Hosting.ON_PREMISES));
        ManagementClusterPlan plain =
                ManagementClusterPlan.of(Specs.of(Topology.HA, 3, 2, ""), Specs.profile(Hosting.ON_PREMISES));
        assertThat(AddonVersionPlanner.of(shared).switches()).contains("virtual-address");
        assertThat(AddonVersionPlanner.of(plain).switches()).doesNotContain("virtual-address");
        assertThat(AddonVersionPlanner.of(shared).places())
                .containsEntry("vip", "192.0.2.10")
                .containsEntry("vipInterface", "ens3");
    }

    @Test
    void leavesTheSharedAddressOutOfThePool() {
        assertThat(addressPools("192.0.2.20", "192.0.2.40", "192.0.2.10")).isEqualTo("[\"192.0.2.20-192.0.2.40\"]");
        assertThat(addressPools("192.0.2.20", "192.0.2.40", "192.0.2.20")).isEqualTo("[\"192.0.2.21-192.0.2.40\"]");
        assertThat(addressPools("192.0.2.20", "192.0.2.40", "192.0.2.39"))
                .isEqualTo("[\"192.0.2.20-192.0.2.38\",\"192.0.2.40-192.0.2.40\"]");
        assertThat(addressPools("192.0.2.20", "192.0.2.40", "192.0.2.40")).isEqualTo("[\"192.0.2.20-192.0.2.39\"]");
    }

    private static String addressPools(String start, String end, String vip) {
        LoadBalancerPool pool = new LoadBalancerPool(start, end);
        ClusterBootstrapSpec pooled = ClusterBootstrapSpecBuilder.builder(Specs.of(Topology.HA, 3, 2, vip))
                .network(new Network("10.244.0.0/16", "10.96.0.0/12", vip, null, pool, null))
                .build();
        ManagementClusterPlan plan = ManagementClusterPlan.of(pooled, Specs.profile(Hosting.ON_PREMISES));
        return AddonVersionPlanner.of(plan).places().get("addressPools");
    }

    @Test
    void usesUserDataWhereItIsHandedOverAndTheAddressIsKnownBeforehand() {
        assertThat(usesUserData(Topology.HA, "192.0.2.10", Hosting.ON_PREMISES)).isTrue();
        assertThat(usesUserData(Topology.SINGLE_NODE, "192.0.2.10", Hosting.ON_PREMISES))
                .isTrue();
        assertThat(usesUserData(Topology.HA, "", Hosting.CLOUD)).isTrue();
        assertThat(usesUserData(Topology.SINGLE_NODE, "", Hosting.ON_PREMISES)).isFalse();
        assertThat(usesUserData(Topology.SINGLE_NODE, "", Hosting.CLOUD)).isFalse();
    }

    private static boolean usesUserData(Topology topology, String vip, Hosting hosting) {
        return ManagementClusterPlan.of(Specs.of(topology, 1, 0, vip), Specs.profile(hosting))
                .usesUserData();
    }

    @Test
    void keepsToMaintenanceWhereItIsAskedForOrTheInfrastructureHandsNothingOver() {
        ClusterBootstrapSpec spec = Specs.of(Topology.HA, 3, 0, "192.0.2.10");
        ClusterBootstrapSpec asked = ClusterBootstrapSpecBuilder.builder(spec)
                .talos(new Talos("v1.12.1", "", "/dev/vda", List.of(), ConfigDelivery.MAINTENANCE))
                .build();
        ProviderProfile silent = ProviderProfileBuilder.builder(Specs.profile(Hosting.ON_PREMISES))
                .userData(false)
                .build();
        assertThat(ManagementClusterPlan.of(asked, Specs.profile(Hosting.ON_PREMISES))
                        .usesUserData())
                .isFalse();
        assertThat(ManagementClusterPlan.of(spec, silent).usesUserData()).isFalse();
    }
}
