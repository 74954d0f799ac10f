package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ConditionTypes;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.IPAllocationStatus;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.Reasons;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.ipam.balancer.MetalLbKinds;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.tenant.UserSpecifiedAddresses;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tenant clusters and pools with the reconcilers of both at work. */
@Tag("slow")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TenantAddressesTest {
    private TenantWorld world = TenantWorld.hollow();

    @AfterEach
    void stop() {
        world.close();
    }

    @Test
    void aClusterWaitsForItsAddressesAndGoesOnWhenTheyReturn() {
        world.pool("lab", "10.40.0.0/28");
        world.provider("network: {mode: ipam, poolRefs: [{name: lab}], loadBalancer: {defaultPoolSize: 4}}");
        world.tenant("first", 1, Map.of());
        TenantCluster first = world.awaitReady("first");
        assertThat(count(first.getStatus().ipAllocationRef())).isEqualTo(5);
        assertThat(count(first.getStatus().lbAllocationRef())).isEqualTo(4);
        world.tenant("second", 1, Map.of());

        TenantCluster waiting =
                world.await("second", cluster -> network(cluster).getMessage().contains("more must be released"));
        assertThat(waiting.getStatus().phase()).isEqualTo(Phase.PENDING);
        assertThat(network(waiting).getReason()).isEqualTo(Reasons.POOL_EXHAUSTED);
        assertThat(network(waiting).getMessage())
                .containsPattern("Pool lab has no range of [45] contiguous free addresses: \\d more must be released");

        world.delete("first");
        assertThat(world.awaitReady("second").getStatus().lbAllocationRef()).isNotNull();
        assertThat(world.allocations())
                .filteredOn(allocation ->
                        allocation.getSpec().tenantClusterRef().name().equals("first"))
                .hasSize(2)
                .allSatisfy(allocation ->
                        assertThat(allocation.getStatus().phase()).isEqualTo(IPAllocationStatus.Phase.RELEASED));
    }

    @Test
    void aClusterThatIsMadeAgainHasAddressesOfItsOwn() {
        world.pool("lab", "10.40.0.0/27");
        world.provider("network: {mode: ipam, poolRefs: [{name: lab}]}");
        world.tenant("web", 1, Map.of());
        LocalReference before = world.awaitReady("web").getStatus().lbAllocationRef();

        world.delete("web");
        world.tenant("web", 1, Map.of());

        assertThat(world.awaitReady("web").getStatus().lbAllocationRef()).isNotEqualTo(before);
    }

    @Test
    void poolsAreAskedByTheirNumberAndQuotasAreKept() {
        world.pool("small", "10.41.0.0/29");
        world.pool("large", "10.42.0.0/24");
        world.provider("network: {mode: ipam, poolRefs: [{name: large, priority: 9}, {name: small, priority: 1}],"
                + " quotaPerTenant: {maxLoadBalancerIPs: 3, maxNodeIPs: 9}}");
        world.tenant("web", 8, Map.of());
        TenantCluster ready = world.awaitReady("web");

        assertThat(addresses(ready.getStatus().lbAllocationRef())).isEqualTo("10.41.0.1-10.41.0.3");
        assertThat(addresses(ready.getStatus().ipAllocationRef())).isEqualTo("10.42.0.1-10.42.0.9");

        world.tenant("many", 10, Map.of());
        TenantCluster refused =
                world.await("many", cluster -> network(cluster).getReason().equals(Reasons.QUOTA_EXCEEDED));
        assertThat(network(refused).getMessage()).contains("exceeds by 1 the node addresses");
    }

    @Test
    void moreWorkersGetAnotherRange() {
        world.pool("lab", "10.40.0.0/24");
        world.provider("network: {mode: ipam, poolRefs: [{name: lab}]}");
        world.tenant("web", 1, Map.of());
        world.awaitReady("web");
        String first = addresses(world.awaitReady("web").getStatus().ipAllocationRef());

        world.scale("web", 9);

        TenantCluster grown =
                world.await("web", cluster -> network(cluster).getMessage().contains(" and "));
        assertThat(network(grown).getMessage()).contains("Nodes use " + first + " and 10.40.0.");
        assertThat(addresses(grown.getStatus().ipAllocationRef())).isEqualTo(first);
    }

    @Test
    void whatAClusterNamesItHasAndTheRestComesFromThePools() {
        world.pool("lab", "10.40.0.0/24");
        world.provider("network: {mode: ipam, poolRefs: [{name: lab}]}");
        world.tenant("web", 1, Map.of(UserSpecifiedAddresses.NODE_ADDRESSES, "192.168.7.10-192.168.7.20"));
        TenantCluster ready = world.awaitReady("web");

        assertThat(ready.getStatus().ipAllocationRef()).isNull();
        assertThat(addresses(ready.getStatus().lbAllocationRef())).isEqualTo("10.40.0.1-10.40.0.8");
        assertThat(network(ready).getMessage()).contains("192.168.7.10-192.168.7.20");
    }

    @Test
    void whereTheInfrastructureSharesOutAddressesNothingIsAskedFor() {
        world.pool("lab", "10.40.0.0/24");
        world.provider("network: {mode: cloud, poolRefs: [{name: lab}]}");
        world.tenant("web", 1, Map.of());
        world.awaitReady("web");

        assertThat(world.allocations()).isEmpty();
    }

    @Test
    void aProviderThatNamesNoPoolIsTold() {
        world.provider("network: {mode: ipam}");
        world.tenant("web", 1, Map.of());

        assertThat(network(world.await(
                                "web", cluster -> network(cluster).getReason().equals(Reasons.INVALID_CONFIGURATION)))
                        .getMessage())
                .contains("poolRefs");
    }

    @Test
    void metalLbInTheClusterHandsOutWhatTheClusterHas() {
        world.close();
        world = TenantWorld.lively();
        world.pool("lab", "10.40.0.0/24");
        world.provider("network: {mode: ipam, poolRefs: [{name: lab}], loadBalancer: {allocationMode: elastic}}");
        world.tenant("web", 1, Map.of());
        TenantCluster ready = world.awaitReady("web");
        assertThat(count(ready.getStatus().lbAllocationRef())).isEqualTo(2);
        try (KubernetesClient tenant = world.enter("web")) {
            MetalLbKinds.install(tenant);

            world.await(
                    "web",
                    cluster -> ConditionEditor.isTrue(cluster.getStatus().conditions(), "LoadBalancerAddresses"));

            assertThat(MetalLbKinds.addresses(tenant))
                    .containsExactly(addresses(ready.getStatus().lbAllocationRef()));
        }
    }

    private static Condition network(TenantCluster cluster) {
        List<Condition> conditions = cluster.getStatus().conditions();
        return ConditionEditor.find(conditions, ConditionTypes.NETWORK_READY).orElseGet(Condition::new);
    }

    private int count(LocalReference reference) {
        return allocation(reference).getStatus().allocatedCount();
    }

    private String addresses(LocalReference reference) {
        IPAllocationStatus status = allocation(reference).getStatus();
        return status.startAddress() + "-" + status.endAddress();
    }

    private IPAllocation allocation(LocalReference reference) {
        return world.allocations().stream()
                .filter(found -> found.getMetadata().getName().equals(reference.name()))
                .findFirst()
                .orElseThrow();
    }
}
