package dev.butlerlabs.core.ipam.balancer;

import dev.butlerlabs.core.api.AddressRange;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.Networking;
import dev.butlerlabs.core.ipam.TenantAddressAllocator;
import dev.butlerlabs.core.ipam.TenantAddressDefaults;
import dev.butlerlabs.core.ipam.elastic.AllocatedRange;
import dev.butlerlabs.core.net.IpRange;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Reconciles the load balancer addresses of a cluster. The IPAddressPool of MetalLB is read before the IPAllocations and updated only if it
 * has not changed since, so that a delayed process cannot offer addresses that were withdrawn in the meantime.
 */
final class MetalLbPoolSynchronizer {
    private static final Duration SOON = Duration.ofMillis(200);
    /** The maximum number of changes in one reconciliation, each after a new read; the rest is done in the next one. */
    private static final int MOST_MOVES = 6;

    private final AllocationRepository records;
    private final TenantAddressAllocator claims;
    private final TenantClusterConnector ways;
    private final LoadBalancerOptions options;
    private final InstantSource clock;

    MetalLbPoolSynchronizer(
            KubernetesClient client, TenantClusterConnector ways, LoadBalancerOptions options, InstantSource clock) {
        this.records = new AllocationRepository(client);
        this.claims = new TenantAddressAllocator(client, Namespaces.SYSTEM);
        this.ways = ways;
        this.options = options;
        this.clock = clock;
    }

    StepResult run(TenantCluster cluster) {
        for (int moves = 0; moves < MOST_MOVES; moves++) {
            Optional<StepResult> result = look(cluster);
            if (result.isPresent()) {
                return result.get();
            }
        }
        return StepResult.waiting("Changing", "Updating the load balancer addresses.", SOON);
    }

    /**
     * Reads the state and makes a single change.
     *
     * @return empty if something was changed, here or by another process, and the state must be read again
     */
    Optional<StepResult> look(TenantCluster cluster) {
        Optional<TenantAddressDefaults> elastic = elastic(cluster);
        try (KubernetesClient tenant = ways.enter(cluster)) {
            MetalLbClient metalLb = new MetalLbClient(tenant);
            Optional<MetalLbClient.Offer> offer = metalLb.offer();
            if (offer.isEmpty()) {
                return Optional.of(StepResult.waiting(
                        "MetalLbMissing",
                        "Waiting for MetalLB, which assigns the addresses to Services.",
                        options.pace()));
            }
            return follow(cluster, elastic, metalLb, offer.get());
        }
    }

    /** Returns the elastic settings. Addresses named in the spec of the cluster have a fixed number. */
    private Optional<TenantAddressDefaults> elastic(TenantCluster cluster) {
        return named(cluster).isPresent()
                ? Optional.empty()
                : ways.provider(cluster)
                        .flatMap(TenantAddressDefaults::shared)
                        .map(network -> new TenantAddressDefaults(cluster, network))
                        .filter(TenantAddressDefaults::isElastic);
    }

    static Optional<AddressRange> named(TenantCluster cluster) {
        return Optional.ofNullable(cluster.getSpec().networking()).map(Networking::loadBalancerPool);
    }

    private Optional<StepResult> follow(
            TenantCluster cluster,
            Optional<TenantAddressDefaults> elastic,
            MetalLbClient metalLb,
            MetalLbClient.Offer offer) {
        AllocatedLoadBalancerAddresses held = records.of(cluster);
        List<AllocatedRange> pieces = held.pieces();
        List<IpRange> offered = named(cluster)
                .map(range -> List.of(IpRange.between(range.start(), range.end())))
                .orElseGet(() -> pieces.stream()
                        .filter(piece -> elastic.isEmpty() || piece.isOffered())
                        .map(AllocatedRange::block)
                        .toList());
        List<String> wanted = MetalLbRangeFormat.of(offered);
        if (wanted.isEmpty()) {
            return Optional.of(StepResult.done("No load balancer addresses are allocated to the cluster."));
        }
        if (!offer.addresses().equals(wanted)) {
            rewrite(metalLb, offer, wanted, held, pieces);
            return Optional.empty();
        }
        metalLb.advertise();
        StepResult settled = StepResult.done("MetalLB assigns %s.".formatted(String.join(", ", wanted)));
        return elastic.map(amounts -> new LoadBalancerPoolScaler(records, claims, options, clock)
                        .run(amounts, held, pieces, metalLb, settled))
                .orElse(Optional.of(settled));
    }

    /** Rewrites the pool. A range that was still offered counts as withdrawn only from this write on. */
    private void rewrite(
            MetalLbClient metalLb,
            MetalLbClient.Offer offer,
            List<String> wanted,
            AllocatedLoadBalancerAddresses held,
            List<AllocatedRange> pieces) {
        if (metalLb.offer(offer, wanted)) {
            Instant now = clock.instant();
            pieces.stream()
                    .filter(piece -> !piece.isOffered())
                    .filter(piece -> MetalLbRangeFormat.overlap(offer.addresses(), piece.block()))
                    .forEach(piece -> records.note(
                            held.named(piece.name()),
                            AllocatedLoadBalancerAddresses.WITHDRAWN,
                            Optional.of(now.toString())));
        }
    }
}
