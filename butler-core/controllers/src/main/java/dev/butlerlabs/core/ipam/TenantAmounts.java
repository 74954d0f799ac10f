package dev.butlerlabs.core.ipam;

import dev.butlerlabs.core.api.IPAllocationSpec.Purpose;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.NamespacedReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderNetwork;
import dev.butlerlabs.core.api.ProviderNetwork.LoadBalancer;
import dev.butlerlabs.core.api.ProviderNetwork.PoolReference;
import dev.butlerlabs.core.api.ProviderNetwork.QuotaPerTenant;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.Networking;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How many addresses a tenant cluster begins with, and from where, by what it and the ProviderConfig say.
 *
 * @param network of a provider that shares out addresses by pools
 */
public record TenantAmounts(TenantCluster cluster, ProviderNetwork network) {
    /** While machines are replaced there is one more of them. */
    private static final int SURGE = 1;

    public TenantAmounts {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(network, "network");
    }

    /** The network of a provider where pools share out addresses; empty where the infrastructure does. */
    public static Optional<ProviderNetwork> shared(ProviderConfig provider) {
        return Optional.ofNullable(provider.getSpec().network())
                .filter(network -> network.mode() == ProviderNetwork.Mode.IPAM);
    }

    public List<PoolReference> pools() {
        return Optional.ofNullable(network.poolRefs()).orElse(List.of());
    }

    /** What the cluster begins with. */
    public TenantWish wish(Purpose purpose) {
        return wish(
                purpose,
                switch (purpose) {
                    case NODES -> nodes();
                    case LOADBALANCER -> balancers();
                },
                Optional.empty());
    }

    /** More addresses for load balancers. */
    public TenantWish growth(int count, TenantWish.Growth growth) {
        return wish(Purpose.LOADBALANCER, TenantWish.Amount.of(count), Optional.of(growth));
    }

    private TenantWish wish(Purpose purpose, TenantWish.Amount amount, Optional<TenantWish.Growth> growth) {
        return new TenantWish(
                new NamespacedReference(
                        cluster.getMetadata().getName(), cluster.getMetadata().getNamespace()),
                cluster.getMetadata().getUid(),
                Optional.ofNullable(cluster.getSpec().teamRef()).map(LocalReference::name),
                purpose,
                amount,
                pools(),
                growth);
    }

    private TenantWish.Amount nodes() {
        return new TenantWish.Amount(Optional.empty(), workers() + SURGE, mostNodes());
    }

    /** Workers for which the quota leaves no address. */
    public int nodesBeyondQuota() {
        return mostNodes().map(most -> Math.max(workers() - most, 0)).orElse(0);
    }

    private int workers() {
        return cluster.getSpec().workers().replicas();
    }

    private Optional<Integer> mostNodes() {
        return quota().map(QuotaPerTenant::maxNodeIPs);
    }

    /** A quota shortens what is asked for and refuses nothing: fewer load balancers are better than no cluster. */
    private TenantWish.Amount balancers() {
        Optional<Integer> own =
                Optional.ofNullable(cluster.getSpec().networking()).map(Networking::lbPoolSize);
        Optional<LoadBalancer> settings = Optional.ofNullable(network.loadBalancer());
        return new TenantWish.Amount(
                own.or(() -> settings.map(isElastic() ? LoadBalancer::initialPoolSize : LoadBalancer::defaultPoolSize)),
                1,
                mostBalancers());
    }

    public Optional<Integer> mostBalancers() {
        return quota().map(QuotaPerTenant::maxLoadBalancerIPs);
    }

    private Optional<QuotaPerTenant> quota() {
        return Optional.ofNullable(network.quotaPerTenant());
    }

    /** Whether the number of addresses for load balancers follows the need. */
    public boolean isElastic() {
        return Optional.ofNullable(network.loadBalancer())
                .filter(settings -> settings.allocationMode() == LoadBalancer.AllocationMode.ELASTIC)
                .isPresent();
    }
}
