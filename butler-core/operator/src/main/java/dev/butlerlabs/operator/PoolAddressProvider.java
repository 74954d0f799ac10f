package dev.butlerlabs.operator;

import dev.butlerlabs.core.api.AddressRange;
import dev.butlerlabs.core.api.IPAllocationSpec.Purpose;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.NamespacedReference;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderNetwork;
import dev.butlerlabs.core.api.Reasons;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.ipam.NodeRangeExtender;
import dev.butlerlabs.core.ipam.TenantAddressAllocator;
import dev.butlerlabs.core.ipam.TenantAddressDefaults;
import dev.butlerlabs.core.ipam.TenantAddressRequest;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.net.IpRange;
import dev.butlerlabs.core.provider.clusterapi.TenantAddresses;
import dev.butlerlabs.core.tenant.TenantAddressProvider;
import dev.butlerlabs.core.tenant.UserSpecifiedAddresses;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Provides the addresses of tenant clusters from NetworkPools.
 *
 * <p>Addresses in the TenantCluster take precedence. The rest is requested from the pools of its ProviderConfig. If the
 * infrastructure assigns addresses itself, nothing is requested. All operations are idempotent.
 */
public final class PoolAddressProvider implements TenantAddressProvider {
    private final TenantAddressAllocator claims;
    private final NodeRangeExtender extender;

    public PoolAddressProvider(KubernetesClient client) {
        this.claims = new TenantAddressAllocator(client, Namespaces.SYSTEM);
        this.extender = new NodeRangeExtender(claims);
    }

    @Override
    public Answer provide(TenantCluster cluster, ProviderConfig provider) {
        Answer named = UserSpecifiedAddresses.named(cluster);
        Optional<ProviderNetwork> network = TenantAddressDefaults.shared(provider);
        return named instanceof Answer.Granted granted && network.isPresent()
                ? complete(provider, new TenantAddressDefaults(cluster, network.get()), granted)
                : named;
    }

    private Answer complete(ProviderConfig provider, TenantAddressDefaults amounts, Answer.Granted given) {
        TenantAddresses named = given.addresses();
        if (amounts.pools().isEmpty()) {
            return named.loadBalancers().isPresent()
                    ? given
                    : new Answer.Refused(
                            Reasons.INVALID_CONFIGURATION,
                            "ProviderConfig %s uses IPAM but has no pools in spec.network.poolRefs."
                                    .formatted(ObjectName.from(provider)));
        }
        if (amounts.nodesBeyondQuota() > 0 && named.nodes().isEmpty()) {
            return new Answer.Refused(
                    Reasons.QUOTA_EXCEEDED,
                    "The number of workers exceeds by %d the node addresses that ProviderConfig %s allows."
                            .formatted(amounts.nodesBeyondQuota(), ObjectName.from(provider)));
        }
        return joined(
                named.nodes().isEmpty() ? nodes(amounts) : Share.named(named.nodes()),
                named.loadBalancers()
                        .map(range -> Share.named(List.of(range)))
                        .orElseGet(() -> ask(amounts.wish(Purpose.LOADBALANCER))));
    }

    /** A running cluster keeps its addresses while more are requested for new workers; a shortage is only reported. */
    private Share nodes(TenantAddressDefaults amounts) {
        return switch (claims.provide(amounts.wish(Purpose.NODES))) {
            case TenantAddressAllocator.Answer.Granted(String allocation, IpRange block) -> {
                NodeRangeExtender.NodeRanges all = extender.extend(amounts, block);
                yield new Share(
                        all.ranges().stream().map(PoolAddressProvider::range).toList(),
                        Optional.of(new LocalReference(allocation)),
                        Optional.empty(),
                        all.shortage().map(PoolAddressProvider::tooFew).orElse(""));
            }
            case TenantAddressAllocator.Answer.Waiting(String reason, String message) ->
                Share.none(new Answer.Pending(reason, message));
            case TenantAddressAllocator.Answer.Refused(String reason, String message) ->
                Share.none(new Answer.Refused(reason, message));
        };
    }

    private static String tooFew(String reason) {
        return " There are too few node addresses for all workers: " + reason;
    }

    private static AddressRange range(IpRange block) {
        return new AddressRange(block.first().toString(), block.last().toString());
    }

    private Share ask(TenantAddressRequest wish) {
        return switch (claims.provide(wish)) {
            case TenantAddressAllocator.Answer.Granted(String allocation, IpRange block) ->
                new Share(List.of(range(block)), Optional.of(new LocalReference(allocation)), Optional.empty(), "");
            case TenantAddressAllocator.Answer.Waiting(String reason, String message) ->
                Share.none(new Answer.Pending(reason, message));
            case TenantAddressAllocator.Answer.Refused(String reason, String message) ->
                Share.none(new Answer.Refused(reason, message));
        };
    }

    /**
     * Combines both answers. Both ranges are requested before waiting for either. A permanent error takes precedence
     * over a wait.
     */
    private static Answer joined(Share nodes, Share balancers) {
        Optional<Answer> refused = Stream.of(nodes, balancers)
                .flatMap(share -> share.hindrance().stream())
                .filter(Answer.Refused.class::isInstance)
                .findFirst();
        return refused.or(() -> pending(nodes, balancers)).orElseGet(() -> granted(nodes, balancers));
    }

    private static Optional<Answer> pending(Share nodes, Share balancers) {
        var waits = Stream.of(nodes, balancers)
                .flatMap(share -> share.hindrance().stream())
                .map(Answer.Pending.class::cast)
                .toList();
        return waits.isEmpty()
                ? Optional.empty()
                : Optional.of(new Answer.Pending(
                        waits.getFirst().reason(),
                        waits.stream().map(Answer.Pending::message).distinct().collect(Collectors.joining(" "))));
    }

    private static Answer granted(Share nodes, Share balancers) {
        return new Answer.Granted(
                new TenantAddresses(nodes.ranges(), balancers.ranges().stream().findFirst()),
                nodes.allocation(),
                balancers.allocation(),
                "Nodes use %s, load balancers use %s.".formatted(nodes, balancers) + nodes.shortage());
    }

    @Override
    public Optional<String> release(TenantCluster cluster) {
        int left = claims.release(new NamespacedReference(
                cluster.getMetadata().getName(), cluster.getMetadata().getNamespace()));
        return left == 0
                ? Optional.empty()
                : Optional.of("Waiting for %d IPAllocations to be released.".formatted(left));
    }

    /**
     * The result of one of the two requests.
     *
     * @param ranges one, or several if the cluster has grown
     * @param allocation empty for addresses in the TenantCluster
     * @param hindrance why the range is missing
     * @param shortage what the status adds if there are not enough addresses; empty if there are
     */
    private record Share(
            List<AddressRange> ranges,
            Optional<LocalReference> allocation,
            Optional<Answer> hindrance,
            String shortage) {
        static Share named(List<AddressRange> ranges) {
            return new Share(ranges, Optional.empty(), Optional.empty(), "");
        }

        static Share none(Answer hindrance) {
            return new Share(List.of(), Optional.empty(), Optional.of(hindrance), "");
        }

        @Override
        public String toString() {
            return ranges.isEmpty()
                    ? "none"
                    : ranges.stream()
                            .map(range -> range.start() + "-" + range.end())
                            .collect(Collectors.joining(" and "));
        }
    }
}
