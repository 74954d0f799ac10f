package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.net.IpAddress;

/** Checks that ranges are in order, large enough and inside the subnet of the machines. */
final class RangeRules implements ConfigRule {
    /** Kubernetes allocates a pod CIDR of this size per node, and supports a limited number of them. */
    private static final int ADDRESSES_OF_NODE = 256;

    private static final int MOST_NODE_PARTS = 1 << 16;
    private static final int MOST_SERVICES = 1 << 20;
    private static final int FEWEST_SERVICES = 1 << 6;
    private static final int COMFORTABLE_POOL = 3;

    @Override
    public void check(ConfigDraft draft) {
        draft.find(BootstrapFileKeys.NETWORK, NetworkKeys.LOAD_BALANCER_POOL)
                .ifPresent(pool -> order(pool, NetworkKeys.START, NetworkKeys.END));
        AddressUseIndex spots = AddressUseIndex.of(draft);
        spots.pods().ifPresent(pods -> pods(pods, draft.controlPlanes().orElse(1) + draft.workers()));
        spots.services().ifPresent(RangeRules::services);
        spots.pool().ifPresent(RangeRules::pool);
        spots.subnet().ifPresent(subnet -> inside(spots, subnet));
    }

    static void order(ConfigSettings range, ConfigKey<IpAddress> start, ConfigKey<IpAddress> end) {
        range.find(start)
                .ifPresent(first -> range.find(end)
                        .filter(last -> last.compareTo(first) < 0)
                        .ifPresent(last -> range.report(end, "is smaller than start " + first, "swap the two")));
    }

    private static void pods(AddressUse pods, int nodes) {
        long parts = pods.range().size() / ADDRESSES_OF_NODE;
        if (parts < nodes) {
            pods.report(
                    "is large enough for %d nodes, but the cluster has %d".formatted(parts, nodes),
                    "each node uses 256 addresses; use a /16");
        } else if (parts > MOST_NODE_PARTS) {
            pods.report("is larger than Kubernetes supports for pods", "use a /8 or smaller");
        }
    }

    private static void services(AddressUse services) {
        if (services.range().size() > MOST_SERVICES) {
            services.report("is larger than Kubernetes supports for Services", "use a /12 or smaller");
        } else if (services.range().size() < FEWEST_SERVICES) {
            services.report("is too small for the Services of the addons", "use a /26 or larger");
        }
    }

    private static void pool(AddressUse pool) {
        if (pool.range().size() < COMFORTABLE_POOL) {
            pool.settings()
                    .warn(
                            pool.key(),
                            "has only %d addresses".formatted(pool.range().size()),
                            "the Ingress controller and each tenant control plane use one address each");
        }
    }

    private static void inside(AddressUseIndex spots, AddressUse subnet) {
        spots.vip().ifPresent(vip -> host(vip, subnet));
        spots.gateway().ifPresent(gateway -> host(gateway, subnet));
        spots.pool()
                .filter(pool -> !subnet.range().contains(pool.range()))
                .ifPresent(pool -> pool.settings()
                        .warn(
                                pool.key(),
                                "is not within %s %s".formatted(subnet.path(), subnet.range()),
                                "machines announce only addresses of their subnet"));
    }

    static void host(AddressUse address, AddressUse subnet) {
        Ipv4Range range = subnet.range();
        IpAddress host = address.range().first();
        if (!range.contains(host)) {
            address.report("is not in %s %s".formatted(subnet.path(), range), "");
        } else if (range.size() > 2 && (host.equals(range.first()) || host.equals(range.last()))) {
            address.report("is the network or broadcast address of %s %s".formatted(subnet.path(), range), "");
        }
    }
}
