package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.config.Settings;
import java.util.Optional;

/**
 * All address ranges of a file.
 *
 * @param pool addresses for Services of type LoadBalancer
 * @param subnet subnet of the machines
 * @param tenants addresses for tenant clusters
 */
record Spots(
        Optional<Spot> pods,
        Optional<Spot> services,
        Optional<Spot> vip,
        Optional<Spot> pool,
        Optional<Spot> subnet,
        Optional<Spot> gateway,
        Optional<Spot> tenantNetwork,
        Optional<Spot> tenants) {

    static Spots of(ConfigDraft draft) {
        Optional<Settings> network = draft.root().find(BootstrapKeys.NETWORK);
        Optional<Settings> infrastructure = draft.root().find(BootstrapKeys.PROVIDER_NETWORK);
        Optional<Settings> tenants = draft.root().find(BootstrapKeys.NETWORK_POOL);
        return new Spots(
                network.flatMap(settings -> Spot.ofRange(settings, NetworkKeys.POD_CIDR)),
                network.flatMap(settings -> Spot.ofRange(settings, NetworkKeys.SERVICE_CIDR)),
                network.flatMap(settings -> Spot.ofAddress(settings, NetworkKeys.VIP)),
                network.flatMap(Spots::pool).or(() -> addressPool(draft)),
                infrastructure.flatMap(settings -> Spot.ofRange(settings, PlatformKeys.SUBNET)),
                infrastructure.flatMap(settings -> Spot.ofAddress(settings, PlatformKeys.GATEWAY)),
                tenants.flatMap(settings -> Spot.ofRange(settings, PlatformKeys.CIDR)),
                tenants.flatMap(Spots::allocation));
    }

    static Optional<Spot> pool(Settings network) {
        return network.find(NetworkKeys.LOAD_BALANCER_POOL)
                .flatMap(pool -> pool.find(NetworkKeys.START)
                        .flatMap(start -> pool.find(NetworkKeys.END).flatMap(end -> Ipv4Range.between(start, end))))
                .map(range -> new Spot(network, NetworkKeys.LOAD_BALANCER_POOL, range));
    }

    static Optional<Spot> addressPool(ConfigDraft draft) {
        return draft.find(BootstrapKeys.ADDONS, AddonKeys.LOAD_BALANCER)
                .flatMap(balancer -> Spot.ofRange(balancer, AddonKeys.ADDRESS_POOL));
    }

    private static Optional<Spot> allocation(Settings pool) {
        return pool.find(PlatformKeys.TENANT_ALLOCATION)
                .flatMap(part -> part.find(PlatformKeys.START)
                        .flatMap(start -> part.find(PlatformKeys.END).flatMap(end -> Ipv4Range.between(start, end))))
                .map(range -> new Spot(pool, PlatformKeys.TENANT_ALLOCATION, range));
    }
}
