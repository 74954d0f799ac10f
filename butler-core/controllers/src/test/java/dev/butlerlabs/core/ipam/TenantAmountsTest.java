package dev.butlerlabs.core.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.IPAllocationSpec.Purpose;
import dev.butlerlabs.core.api.NetworkPoolSpec;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderNetwork;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.ipam.TenantWish.Growth;
import dev.butlerlabs.core.ipam.space.Block;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many addresses are asked for, and where. */
class TenantAmountsTest {
    private static final KubernetesSerialization YAML = new KubernetesSerialization();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    # provider                                                             | cluster        | workers | nodes | balancers
                    ''                                                                     | ''             | 1       | 5     | 8
                    ''                                                                     | 'lbPoolSize: 3'| 9       | 10    | 3
                    'loadBalancer: {defaultPoolSize: 6, initialPoolSize: 4}'               | ''             | 4       | 5     | 6
                    'loadBalancer: {allocationMode: elastic, initialPoolSize: 4}'          | ''             | 1       | 5     | 4
                    'loadBalancer: {allocationMode: elastic, initialPoolSize: 4}'          | 'lbPoolSize: 7'| 1       | 5     | 7
                    'quotaPerTenant: {maxLoadBalancerIPs: 2, maxNodeIPs: 3}'               | ''             | 3       | 3     | 2
                    """)
    void theClusterTheProviderAndThePoolSayHowMany(
            String provider, String networking, int workers, int nodes, int balancers) {
        TenantAmounts amounts = new TenantAmounts(cluster(workers, networking), network(provider));
        PoolUsage pool = pool("lab", "10.0.0.0/24", List.of());

        assertThat(PoolChoice.among(amounts.wish(Purpose.NODES), List.of(pool)))
                .contains(new PoolChoice("lab", nodes, true));
        assertThat(PoolChoice.among(amounts.wish(Purpose.LOADBALANCER), List.of(pool)))
                .contains(new PoolChoice("lab", balancers, true));
    }

    @Test
    void workersBeyondTheQuotaAreCounted() {
        ProviderNetwork network = network("quotaPerTenant: {maxNodeIPs: 3}");

        assertThat(new TenantAmounts(cluster(3, ""), network).nodesBeyondQuota())
                .isZero();
        assertThat(new TenantAmounts(cluster(5, ""), network).nodesBeyondQuota())
                .isEqualTo(2);
    }

    @Test
    void whereTheInfrastructureSharesOutAddressesThereIsNothingToAsk() {
        assertThat(TenantAmounts.shared(provider("network: {mode: cloud}"))).isEmpty();
        assertThat(TenantAmounts.shared(provider("provider: harvester"))).isEmpty();
    }

    @Test
    void growthTakesWhatIsThereAndWaitsOnlyForSomething() {
        TenantAmounts amounts = new TenantAmounts(cluster(1, ""), network(""));
        TenantWish wish = amounts.growth(4, new Growth(1, Optional.empty()));
        Block most = Block.between("10.0.0.1", "10.0.0.12");

        assertThat(PoolChoice.among(wish, List.of(pool("lab", "10.0.0.0/28", List.of(most)))))
                .as("two are left")
                .contains(new PoolChoice("lab", 2, true));
        assertThat(PoolChoice.among(
                        wish, List.of(pool("lab", "10.0.0.0/28", List.of(Block.between("10.0.0.1", "10.0.0.14"))))))
                .as("none is left")
                .contains(new PoolChoice("lab", 4, false));
    }

    private static PoolUsage pool(String name, String cidr, List<Block> held) {
        PoolShape shape = PoolShape.of(new NetworkPoolSpec(cidr, List.of(), null));
        return new PoolUsage(name, shape, Allotment.occupied(shape, held), List.of());
    }

    private static ProviderNetwork network(String more) {
        String text = more == null || more.isEmpty() ? "" : ", " + more;
        return TenantAmounts.shared(provider("network: {mode: ipam, poolRefs: [{name: lab}]%s}".formatted(text)))
                .orElseThrow();
    }

    private static ProviderConfig provider(String spec) {
        return YAML.unmarshal("spec: {%s}".formatted(spec), ProviderConfig.class);
    }

    private static TenantCluster cluster(int workers, String networking) {
        return YAML.unmarshal("""
                metadata: {name: web, namespace: team-a, uid: 12345678-aaaa}
                spec: {kubernetesVersion: v1.31.4, workers: {replicas: %d}, networking: {%s}}
                """.formatted(workers, networking == null ? "" : networking), TenantCluster.class);
    }
}
