package dev.butlerlabs.core.ipam.balancer;

import dev.butlerlabs.core.api.AddressRange;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.Networking;
import dev.butlerlabs.core.ipam.TenantAmounts;
import dev.butlerlabs.core.ipam.TenantClaims;
import dev.butlerlabs.core.ipam.elastic.Piece;
import dev.butlerlabs.core.ipam.space.Block;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * One look at the load balancers of a cluster. The pool of MetalLB is read before the IPAllocations and written only if it has not
 * changed since, so nobody who slept meanwhile can offer what was withdrawn while it slept.
 */
final class BalancerPass {
    private static final Duration SOON = Duration.ofMillis(200);
    /** One after the other, each upon a new look; the rest waits for the next run. */
    private static final int MOST_MOVES = 6;

    private final AllocationRecords records;
    private final TenantClaims claims;
    private final TenantWays ways;
    private final BalancerOptions options;
    private final InstantSource clock;

    BalancerPass(KubernetesClient client, TenantWays ways, BalancerOptions options, InstantSource clock) {
        this.records = new AllocationRecords(client);
        this.claims = new TenantClaims(client, Namespaces.SYSTEM);
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
        return StepResult.waiting("Changing", "The addresses of the load balancers change.", SOON);
    }

    /** One look and at most one move; empty when it moved, or somebody else did: then the next look tells more. */
    Optional<StepResult> look(TenantCluster cluster) {
        Optional<TenantAmounts> elastic = elastic(cluster);
        try (KubernetesClient tenant = ways.enter(cluster)) {
            MetalLb metalLb = new MetalLb(tenant);
            Optional<MetalLb.Offer> offer = metalLb.offer();
            if (offer.isEmpty()) {
                return Optional.of(StepResult.waiting(
                        "MetalLbMissing", "MetalLB is awaited; it hands out the addresses.", options.pace()));
            }
            return follow(cluster, elastic, metalLb, offer.get());
        }
    }

    /** Addresses that the cluster names itself are as many as they are. */
    private Optional<TenantAmounts> elastic(TenantCluster cluster) {
        return named(cluster).isPresent()
                ? Optional.empty()
                : ways.provider(cluster)
                        .flatMap(TenantAmounts::shared)
                        .map(network -> new TenantAmounts(cluster, network))
                        .filter(TenantAmounts::isElastic);
    }

    static Optional<AddressRange> named(TenantCluster cluster) {
        return Optional.ofNullable(cluster.getSpec().networking()).map(Networking::loadBalancerPool);
    }

    private Optional<StepResult> follow(
            TenantCluster cluster, Optional<TenantAmounts> elastic, MetalLb metalLb, MetalLb.Offer offer) {
        HeldAddresses held = records.of(cluster);
        List<Piece> pieces = held.pieces();
        List<Block> offered = named(cluster)
                .map(range -> List.of(Block.between(range.start(), range.end())))
                .orElseGet(() -> pieces.stream()
                        .filter(piece -> elastic.isEmpty() || piece.isOffered())
                        .map(Piece::block)
                        .toList());
        List<String> wanted = Ranges.of(offered);
        if (wanted.isEmpty()) {
            return Optional.of(StepResult.done("There are no addresses to hand out."));
        }
        if (!offer.addresses().equals(wanted)) {
            rewrite(metalLb, offer, wanted, held, pieces);
            return Optional.empty();
        }
        metalLb.advertise();
        StepResult settled = StepResult.done("MetalLB hands out %s.".formatted(String.join(", ", wanted)));
        return elastic.map(amounts ->
                        new ElasticTurn(records, claims, options, clock).run(amounts, held, pieces, metalLb, settled))
                .orElse(Optional.of(settled));
    }

    /** A piece that was still offered when it was found is withdrawn only from now on. */
    private void rewrite(
            MetalLb metalLb, MetalLb.Offer offer, List<String> wanted, HeldAddresses held, List<Piece> pieces) {
        if (metalLb.offer(offer, wanted)) {
            Instant now = clock.instant();
            pieces.stream()
                    .filter(piece -> !piece.isOffered())
                    .filter(piece -> Ranges.overlap(offer.addresses(), piece.block()))
                    .forEach(piece -> records.note(
                            held.named(piece.name()), HeldAddresses.WITHDRAWN, Optional.of(now.toString())));
        }
    }
}
