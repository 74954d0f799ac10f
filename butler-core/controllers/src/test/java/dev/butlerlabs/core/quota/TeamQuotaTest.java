package dev.butlerlabs.core.quota;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.butlerlabs.core.api.TeamSpec.ResourceLimits;
import dev.butlerlabs.core.api.TeamSpecResourceLimitsBuilder;
import dev.butlerlabs.core.api.TeamStatus.QuotaStatus;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.MachineTemplate;
import dev.butlerlabs.core.api.TenantClusterSpec.Workers;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.kube.DecodedList;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.UndecodableObject;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TeamQuotaTest {
    private static final TeamUsage USAGE = TeamUsage.of(
            decoded(
                    cluster(2, null),
                    cluster(3, new MachineTemplate(8, new Quantity("32Gi"), new Quantity("50Gi"), null))),
            Optional.empty());

    private static DecodedList<TenantCluster> decoded(TenantCluster... clusters) {
        return new DecodedList<>(List.of(clusters), List.of());
    }

    private static TenantCluster cluster(int workers, MachineTemplate template) {
        TenantCluster cluster = new TenantCluster();
        cluster.setSpec(TenantClusterSpecBuilder.builder()
                .workers(new Workers(workers, template))
                .build());
        return cluster;
    }

    private static TeamSpecResourceLimitsBuilder limits() {
        return TeamSpecResourceLimitsBuilder.builder();
    }

    private static TeamQuota quota(ResourceLimits limits) {
        return TeamQuota.of(USAGE, Optional.of(limits));
    }

    @Test
    void countsWhatTheClustersRequestWithTheDefaultsOfTheCrd() {
        assertEquals(2, USAGE.clusters());
        assertEquals(5, USAGE.nodes());
        assertEquals(BigDecimal.valueOf(32), USAGE.cpu());
        assertEquals(new Quantity("128Gi"), TeamUsage.bytes(USAGE.memory()));
        assertEquals(new Quantity("350Gi"), TeamUsage.bytes(USAGE.storage()));
    }

    @Test
    void assumesTheDefaultsOfTheTeamForMachinesWithoutATemplate() {
        TeamUsage usage = TeamUsage.of(
                decoded(cluster(2, null)),
                Optional.of(limits().defaultCPUPerNode(new Quantity("500m"))
                        .defaultMemoryPerNode(new Quantity("1G"))
                        .build()));

        assertEquals(0, BigDecimal.ONE.compareTo(usage.cpu()));
        assertEquals(new Quantity("2000000000"), TeamUsage.bytes(usage.memory()));
    }

    @Test
    void aClusterThatCannotBeDecodedCountsAsACluster() {
        TeamUsage usage = TeamUsage.of(
                new DecodedList<>(
                        List.of(cluster(2, null)),
                        List.of(new UndecodableObject(
                                "TenantCluster", new ObjectName(Optional.of("payments"), "odd"), "out of range"))),
                Optional.empty());

        assertEquals(2, usage.clusters());
        assertEquals(2, usage.nodes());
    }

    @Test
    void aTeamWithoutLimitsIsWithinThem() {
        TeamQuota quota = TeamQuota.of(USAGE, Optional.empty());

        assertEquals(QuotaStatus.OK, quota.status());
        assertEquals(Optional.empty(), quota.message());
        assertEquals(Optional.empty(), quota.percent(TeamQuota.Limit.CLUSTERS));
    }

    @Test
    void zeroMeansNone() {
        assertEquals(
                QuotaStatus.EXCEEDED, quota(limits().maxClusters(0).build()).status());
        assertEquals(
                QuotaStatus.OK,
                TeamQuota.of(
                                TeamUsage.of(decoded(), Optional.empty()),
                                Optional.of(limits().maxClusters(0).build()))
                        .status());
    }

    @Test
    void warnsFromEightyPercent() {
        TeamQuota below = quota(limits().maxCPUCores(new Quantity("41")).build());
        TeamQuota at = quota(limits().maxCPUCores(new Quantity("40")).build());

        assertEquals(QuotaStatus.OK, below.status());
        assertEquals(Optional.of(78), below.percent(TeamQuota.Limit.CPU));
        assertEquals(QuotaStatus.WARNING, at.status());
        assertEquals(Optional.of("Almost used: CPU cores 32 of 40."), at.message());
    }

    @Test
    void namesEveryLimitThatIsExceeded() {
        TeamQuota quota = quota(limits().maxClusters(1)
                .maxTotalNodes(5)
                .maxMemory(new Quantity("64Gi"))
                .maxStorage(new Quantity("1Ti"))
                .build());

        assertEquals(QuotaStatus.EXCEEDED, quota.status());
        assertEquals(Optional.of("Exceeded: clusters 2 of 1, memory 128Gi of 64Gi."), quota.message());
        assertEquals(Optional.of(100), quota.percent(TeamQuota.Limit.CLUSTERS));
        assertEquals(Optional.of(100), quota.percent(TeamQuota.Limit.NODES));
    }
}
