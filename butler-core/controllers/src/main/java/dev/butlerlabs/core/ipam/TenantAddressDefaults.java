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
 * Computes the number of addresses a tenant cluster requests initially, and the pools it uses, from its spec and the ProviderConfig.
 * Immutable.
 *
 * @param network of a provider with network mode {@code ipam}
 */
public record TenantAddressDefaults(TenantCluster cluster, ProviderNetwork network) {
    /** The number of additional machines during a rolling update. */
    private static final int SURGE = 1;

    public TenantAddressDefaults {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(network, "network");
    }

    /** Returns the network of a provider if its mode is {@code ipam}; empty if the infrastructure assigns the addresses. */
    public static Optional<ProviderNetwork> shared(ProviderConfig provider) {
        return Optional.ofNullable(provider.getSpec().network())
                .filter(network -> network.mode() == ProviderNetwork.Mode.IPAM);
    }

    public List<PoolReference> pools() {
        return Optional.ofNullable(network.poolRefs()).orElse(List.of());
    }

    /** Returns the initial address request. */
    public TenantAddressRequest wish(Purpose purpose) {
        return wish(
                purpose,
                switch (purpose) {
                    case NODES -> nodes();
                    case LOADBALANCER -> balancers();
                },
                Optional.empty());
    }

    /** Returns a request for additional load balancer addresses. */
    public TenantAddressRequest growth(int count, TenantAddressRequest.Growth growth) {
        return wish(Purpose.LOADBALANCER, TenantAddressRequest.Amount.of(count), Optional.of(growth));
    }

    /** Returns a request for additional node addresses. */
    public TenantAddressRequest nodeGrowth(int count, TenantAddressRequest.Growth growth) {
        return wish(Purpose.NODES, TenantAddressRequest.Amount.of(count), Optional.of(growth));
    }

    private TenantAddressRequest wish(
            Purpose purpose, TenantAddressRequest.Amount amount, Optional<TenantAddressRequest.Growth> growth) {
        return new TenantAddressRequest(
                new NamespacedReference(
                        cluster.getMetadata().getName(), cluster.getMetadata().getNamespace()),
                cluster.getMetadata().getUid(),
                Optional.ofNullable(cluster.getSpec().teamRef()).map(LocalReference::name),
                purpose,
                amount,
                pools(),
                growth);
    }

    private TenantAddressRequest.Amount nodes() {
        return new TenantAddressRequest.Amount(Optional.empty(), workers() + SURGE, mostNodes());
    }

    /** Returns how many node addresses the cluster needs now, with room for a rolling update, within its quota. */
    public int neededNodes() {
        return Math.min(workers() + SURGE, mostNodes().orElse(Integer.MAX_VALUE));
    }

    /** Returns the number of workers for which the quota leaves no address. */
    public int nodesBeyondQuota() {
        return mostNodes().map(most -> Math.max(workers() - most, 0)).orElse(0);
    }

    private int workers() {
        return cluster.getSpec().workers().replicas();
    }

    private Optional<Integer> mostNodes() {
        return quota().map(QuotaPerTenant::maxNodeIPs);
    }

    /** A quota reduces the request and rejects nothing: fewer load balancer addresses are better than no cluster. */
    private TenantAddressRequest.Amount balancers() {
        Optional<Integer> own =
                Optional.ofNullable(cluster.getSpec().networking()).map(Networking::lbPoolSize);
        Optional<LoadBalancer> settings = Optional.ofNullable(network.loadBalancer());
        return new TenantAddressRequest.Amount(
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

    /** Returns whether the number of load balancer addresses follows the demand. */
    public boolean isElastic() {
        return Optional.ofNullable(network.loadBalancer())
                .filter(settings -> settings.allocationMode() == LoadBalancer.AllocationMode.ELASTIC)
                .isPresent();
    }
}
