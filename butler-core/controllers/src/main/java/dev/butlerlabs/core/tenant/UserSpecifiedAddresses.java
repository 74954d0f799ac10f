package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.AddressRange;
import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderNetwork;
import dev.butlerlabs.core.api.Reasons;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.Networking;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.provider.clusterapi.TenantAddresses;
import java.util.Optional;

/** Returns the addresses that the TenantCluster itself names. Stores nothing, so there is nothing to release. Thread-safe. */
public final class UserSpecifiedAddresses implements TenantAddressProvider {
    /** Annotation of a TenantCluster: the addresses of its nodes as {@code first-last}, if the infrastructure assigns none. */
    public static final String NODE_ADDRESSES = ApiGroup.NAME + "/node-addresses";

    @Override
    public Answer provide(TenantCluster cluster, ProviderConfig provider) {
        Answer named = named(cluster);
        return named instanceof Answer.Granted granted
                        && granted.addresses().loadBalancers().isEmpty()
                        && isShared(provider)
                ? new Answer.Refused(
                        Reasons.NETWORK_NOT_READY,
                        "The ProviderConfig uses network mode ipam, but the IPAM controllers are not running;"
                                + " set spec.networking.loadBalancerPool.")
                : named;
    }

    /** Returns the addresses named in the TenantCluster, which may be none. */
    public static Answer named(TenantCluster cluster) {
        Optional<String> nodes =
                Optional.ofNullable(cluster.getMetadata().getAnnotations()).map(all -> all.get(NODE_ADDRESSES));
        Optional<Ipv4Range> range = nodes.flatMap(Ipv4Range::parse);
        if (nodes.isPresent() && range.isEmpty()) {
            return new Answer.Refused(
                    Reasons.INVALID_CONFIGURATION,
                    "Annotation %s must have the form first-last.".formatted(NODE_ADDRESSES));
        }
        Optional<AddressRange> pool =
                Optional.ofNullable(cluster.getSpec().networking()).map(Networking::loadBalancerPool);
        return new Answer.Granted(
                new TenantAddresses(
                        range.map(UserSpecifiedAddresses::range).stream().toList(), pool),
                Optional.empty(),
                Optional.empty(),
                pool.map(addresses ->
                                "Load balancer addresses: %s to %s.".formatted(addresses.start(), addresses.end()))
                        .orElse("The infrastructure assigns the addresses."));
    }

    private static AddressRange range(Ipv4Range range) {
        return new AddressRange(range.first().toString(), range.last().toString());
    }

    private static boolean isShared(ProviderConfig provider) {
        return Optional.ofNullable(provider.getSpec().network())
                .map(ProviderNetwork::mode)
                .filter(ProviderNetwork.Mode.IPAM::equals)
                .isPresent();
    }

    @Override
    public Optional<String> release(TenantCluster cluster) {
        return Optional.empty();
    }
}
