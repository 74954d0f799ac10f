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
import dev.butlerlabs.core.ipam.TenantAddressAllocator;
import dev.butlerlabs.core.ipam.TenantAddressDefaults;
import dev.butlerlabs.core.ipam.TenantAddressRequest;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.net.IpRange;
import dev.butlerlabs.core.progress.CountFormatter;
import dev.butlerlabs.core.provider.clusterapi.TenantAddresses;
import dev.butlerlabs.core.tenant.TenantAddressProvider;
import dev.butlerlabs.core.tenant.UserSpecifiedAddresses;
import io.fabric8.kubernetes.client.KubernetesClient;
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

    public PoolAddressProvider(KubernetesClient client) {
        this.claims = new TenantAddressAllocator(client, Namespaces.SYSTEM);
    }

    @Override
    public Answer provide(TenantCluster cluster, ProviderConfig provider) {
        Answer named = UserSpecifiedAddresses.named(cluster);
        Optional<ProviderNetwork> network = TenantAddressDefaults.shared(provider);
        return named instanceof Answer.Granted granted && network.isPresent()
                ? complete(cluster, provider, new TenantAddressDefaults(cluster, network.get()), granted)
                : named;
    }

    private Answer complete(
            TenantCluster cluster, ProviderConfig provider, TenantAddressDefaults amounts, Answer.Granted given) {
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
                named.nodes().map(Share::named).orElseGet(() -> ask(amounts.wish(Purpose.NODES))),
                named.loadBalancers().map(Share::named).orElseGet(() -> ask(amounts.wish(Purpose.LOADBALANCER))),
                cluster);
    }

    private Share ask(TenantAddressRequest wish) {
        return switch (claims.provide(wish)) {
            case TenantAddressAllocator.Answer.Granted(String allocation, IpRange block) ->
                new Share(
                        Optional.of(new AddressRange(
                                block.first().toString(), block.last().toString())),
                        Optional.of(new LocalReference(allocation)),
                        Optional.empty());
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
    private static Answer joined(Share nodes, Share balancers, TenantCluster cluster) {
        Optional<Answer> refused = Stream.of(nodes, balancers)
                .flatMap(share -> share.hindrance().stream())
                .filter(Answer.Refused.class::isInstance)
                .findFirst();
        return refused.or(() -> pending(nodes, balancers)).orElseGet(() -> granted(nodes, balancers, cluster));
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

    private static Answer granted(Share nodes, Share balancers, TenantCluster cluster) {
        return new Answer.Granted(
                new TenantAddresses(nodes.range(), balancers.range()),
                nodes.allocation(),
                balancers.allocation(),
                "Nodes use %s, load balancers use %s.".formatted(nodes, balancers) + tooFew(nodes, cluster));
    }

    /** Warns if the node range is too small: it does not grow with the number of workers. */
    private static String tooFew(Share nodes, TenantCluster cluster) {
        long count = nodes.range()
                .map(range -> IpRange.between(range.start(), range.end()).count())
                .orElse(0L);
        int workers = cluster.getSpec().workers().replicas();
        return count >= workers
                ? ""
                : " The node range is too small for %s.".formatted(CountFormatter.of(workers, "worker"));
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
     * @param allocation empty for addresses in the TenantCluster
     * @param hindrance why the range is missing
     */
    private record Share(
            Optional<AddressRange> range, Optional<LocalReference> allocation, Optional<Answer> hindrance) {
        static Share named(AddressRange range) {
            return new Share(Optional.of(range), Optional.empty(), Optional.empty());
        }

        static Share none(Answer hindrance) {
            return new Share(Optional.empty(), Optional.empty(), Optional.of(hindrance));
        }

        @Override
        public String toString() {
            return range.map(found -> found.start() + "-" + found.end()).orElse("none");
        }
    }
}
