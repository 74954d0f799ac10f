package dev.butlerlabs.core.ipam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.IPAllocationSpec.Purpose;
import dev.butlerlabs.core.api.NetworkPoolSpec;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderNetwork;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.ipam.TenantAddressRequest.Growth;
import dev.butlerlabs.core.net.IpRange;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many addresses are asked for, and where. */
class TenantAddressDefaultsTest {
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
        TenantAddressDefaults amounts = new TenantAddressDefaults(cluster(workers, networking), network(provider));
        PoolUsage pool = pool("lab", "10.0.0.0/24", List.of());

        assertThat(PoolSelector.among(amounts.wish(Purpose.NODES), List.of(pool)))
                .contains(new PoolSelector("lab", nodes, true));
        assertThat(PoolSelector.among(amounts.wish(Purpose.LOADBALANCER), List.of(pool)))
                .contains(new PoolSelector("lab", balancers, true));
    }

    @Test
    void workersBeyondTheQuotaAreCounted() {
        ProviderNetwork network = network("quotaPerTenant: {maxNodeIPs: 3}");

        assertThat(new TenantAddressDefaults(cluster(3, ""), network).nodesBeyondQuota())
                .isZero();
        assertThat(new TenantAddressDefaults(cluster(5, ""), network).nodesBeyondQuota())
                .isEqualTo(2);
    }

    @Test
    void whereTheInfrastructureSharesOutAddressesThereIsNothingToAsk() {
        assertThat(TenantAddressDefaults.shared(provider("network: {mode: cloud}")))
                .isEmpty();
        assertThat(TenantAddressDefaults.shared(provider("provider: harvester")))
                .isEmpty();
    }

    @Test
    void growthTakesWhatIsThereAndWaitsOnlyForSomething() {
        TenantAddressDefaults amounts = new TenantAddressDefaults(cluster(1, ""), network(""));
        TenantAddressRequest wish = amounts.growth(4, new Growth(1, Optional.empty()));
        IpRange most = IpRange.between("10.0.0.1", "10.0.0.12");

        assertThat(PoolSelector.among(wish, List.of(pool("lab", "10.0.0.0/28", List.of(most)))))
                .as("two are left")
                .contains(new PoolSelector("lab", 2, true));
        assertThat(PoolSelector.among(
                        wish, List.of(pool("lab", "10.0.0.0/28", List.of(IpRange.between("10.0.0.1", "10.0.0.14"))))))
                .as("none is left")
                .contains(new PoolSelector("lab", 4, false));
    }

    private static PoolUsage pool(String name, String cidr, List<IpRange> held) {
        PoolSpecReader shape = PoolSpecReader.of(new NetworkPoolSpec(cidr, List.of(), null));
        return new PoolUsage(name, shape, AllocationPlanner.occupied(shape, held), List.of());
    }

    private static ProviderNetwork network(String more) {
        String text = more == null || more.isEmpty() ? "" : ", " + more;
        return TenantAddressDefaults.shared(
                        provider("network: {mode: ipam, poolRefs: [{name: lab}]%s}".formatted(text)))
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
