package dev.butlerlabs.core.tenant;

import dev.butlerlabs.core.api.AddressRange;
import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderNetwork;
import dev.butlerlabs.core.api.Reasons;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec.Networking;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.tenant.render.TenantAddresses;
import java.util.Optional;

/** Addresses that the TenantCluster itself names; nothing is kept, so there is nothing to give back. */
public final class ExplicitAddresses implements Addresses {
    /** On a TenantCluster: the addresses of its nodes as {@code first-last}, where the infrastructure gives them none. */
    public static final String NODE_ADDRESSES = ApiGroup.NAME + "/node-addresses";

    @Override
    public Answer provide(TenantCluster cluster, ProviderConfig provider) {
        Answer named = named(cluster);
        return named instanceof Answer.Granted granted
                        && granted.addresses().loadBalancers().isEmpty()
                        && isShared(provider)
                ? new Answer.Refused(
                        Reasons.NETWORK_NOT_READY,
                        "The ProviderConfig shares out addresses by pools, which nobody does here;"
                                + " name spec.networking.loadBalancerPool.")
                : named;
    }

    /** What the TenantCluster names; that may be nothing. */
    public static Answer named(TenantCluster cluster) {
        Optional<String> nodes =
                Optional.ofNullable(cluster.getMetadata().getAnnotations()).map(all -> all.get(NODE_ADDRESSES));
        Optional<Ipv4Range> range = nodes.flatMap(Ipv4Range::parse);
        if (nodes.isPresent() && range.isEmpty()) {
            return new Answer.Refused(
                    Reasons.INVALID_CONFIGURATION,
                    "The annotation %s is not of the form first-last.".formatted(NODE_ADDRESSES));
        }
        Optional<AddressRange> pool =
                Optional.ofNullable(cluster.getSpec().networking()).map(Networking::loadBalancerPool);
        return new Answer.Granted(
                new TenantAddresses(range.map(ExplicitAddresses::range), pool),
                Optional.empty(),
                Optional.empty(),
                pool.map(addresses -> "Load balancers have %s to %s.".formatted(addresses.start(), addresses.end()))
                        .orElse("The infrastructure hands out the addresses."));
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
