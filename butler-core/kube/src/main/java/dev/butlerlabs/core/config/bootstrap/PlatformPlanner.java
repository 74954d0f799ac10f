package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.api.ControlPlaneExposure;
import dev.butlerlabs.core.api.NetworkPoolSpec;
import dev.butlerlabs.core.api.ProviderNetwork;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.net.IpAddress;
import java.util.List;

/** Converts the platform settings to resource specs. */
final class PlatformPlanner {
    private PlatformPlanner() {}

    static ControlPlaneExposure exposure(ConfigSettings part) {
        return new ControlPlaneExposure(
                part.get(PlatformKeys.MODE),
                given(part, PlatformKeys.HOSTNAME),
                given(part, PlatformKeys.INGRESS_CLASS),
                given(part, PlatformKeys.CONTROLLER_TYPE),
                given(part, PlatformKeys.GATEWAY_REF));
    }

    static NetworkPoolSettings pool(ConfigSettings part) {
        List<NetworkPoolSpec.Reservation> reserved = part.find(PlatformKeys.RESERVED).orElse(List.of()).stream()
                .map(one -> new NetworkPoolSpec.Reservation(
                        one.get(PlatformKeys.RESERVED_CIDR).text(), given(one, PlatformKeys.DESCRIPTION)))
                .toList();
        return new NetworkPoolSettings(
                part.get(PlatformKeys.POOL_NAME),
                new NetworkPoolSpec(
                        part.get(PlatformKeys.CIDR).text(),
                        reserved,
                        part.find(PlatformKeys.TENANT_ALLOCATION)
                                .map(PlatformPlanner::allocation)
                                .orElse(null)));
    }

    private static NetworkPoolSpec.TenantAllocation allocation(ConfigSettings part) {
        return new NetworkPoolSpec.TenantAllocation(
                part.get(PlatformKeys.START).toString(),
                part.get(PlatformKeys.END).toString(),
                List.of(),
                part.find(PlatformKeys.DEFAULTS)
                        .map(defaults -> new NetworkPoolSpec.Defaults(
                                given(defaults, PlatformKeys.NODES_PER_TENANT),
                                given(defaults, PlatformKeys.BALANCERS_PER_TENANT)))
                        .orElse(null));
    }

    static ProviderNetwork network(ConfigSettings part) {
        return new ProviderNetwork(
                given(part, PlatformKeys.NETWORK_MODE),
                part.find(PlatformKeys.POOL_REFS).orElse(List.of()).stream()
                        .map(one -> new ProviderNetwork.PoolReference(
                                one.get(PlatformKeys.REFERENCE_NAME), given(one, PlatformKeys.PRIORITY)))
                        .toList(),
                part.find(PlatformKeys.SUBNET).map(Ipv4Range::text).orElse(null),
                part.find(PlatformKeys.GATEWAY).map(IpAddress::toString).orElse(null),
                part.find(PlatformKeys.DNS_SERVERS).orElse(List.of()).stream()
                        .map(IpAddress::toString)
                        .toList(),
                part.find(PlatformKeys.TIME_SERVERS).orElse(List.of()),
                part.find(PlatformKeys.LOAD_BALANCER)
                        .map(PlatformPlanner::balancer)
                        .orElse(null),
                part.find(PlatformKeys.QUOTA)
                        .map(quota -> new ProviderNetwork.QuotaPerTenant(
                                given(quota, PlatformKeys.MOST_NODES), given(quota, PlatformKeys.MOST_BALANCERS)))
                        .orElse(null));
    }

    private static ProviderNetwork.LoadBalancer balancer(ConfigSettings part) {
        return new ProviderNetwork.LoadBalancer(
                given(part, PlatformKeys.ALLOCATION_MODE),
                given(part, PlatformKeys.DEFAULT_SIZE),
                given(part, PlatformKeys.INITIAL_SIZE),
                given(part, PlatformKeys.GROWTH));
    }

    private static <T> T given(ConfigSettings part, ConfigKey<T> key) {
        return part.find(key).orElse(null);
    }
}
