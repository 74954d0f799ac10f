package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.config.Ipv4Range;
import java.util.Optional;

/**
 * All address ranges of a file.
 *
 * @param pool addresses for Services of type LoadBalancer
 * @param subnet subnet of the machines
 * @param tenants addresses for tenant clusters
 */
record AddressUseIndex(
        Optional<AddressUse> pods,
        Optional<AddressUse> services,
        Optional<AddressUse> vip,
        Optional<AddressUse> pool,
        Optional<AddressUse> subnet,
        Optional<AddressUse> gateway,
        Optional<AddressUse> tenantNetwork,
        Optional<AddressUse> tenants) {

    static AddressUseIndex of(ConfigDraft draft) {
        Optional<ConfigSettings> network = draft.root().find(BootstrapFileKeys.NETWORK);
        Optional<ConfigSettings> infrastructure = draft.root().find(BootstrapFileKeys.PROVIDER_NETWORK);
        Optional<ConfigSettings> tenants = draft.root().find(BootstrapFileKeys.NETWORK_POOL);
        return new AddressUseIndex(
                network.flatMap(settings -> AddressUse.ofRange(settings, NetworkKeys.POD_CIDR)),
                network.flatMap(settings -> AddressUse.ofRange(settings, NetworkKeys.SERVICE_CIDR)),
                network.flatMap(settings -> AddressUse.ofAddress(settings, NetworkKeys.VIP)),
                network.flatMap(AddressUseIndex::pool).or(() -> addressPool(draft)),
                infrastructure.flatMap(settings -> AddressUse.ofRange(settings, PlatformKeys.SUBNET)),
                infrastructure.flatMap(settings -> AddressUse.ofAddress(settings, PlatformKeys.GATEWAY)),
                tenants.flatMap(settings -> AddressUse.ofRange(settings, PlatformKeys.CIDR)),
                tenants.flatMap(AddressUseIndex::allocation));
    }

    static Optional<AddressUse> pool(ConfigSettings network) {
        return network.find(NetworkKeys.LOAD_BALANCER_POOL)
                .flatMap(pool -> pool.find(NetworkKeys.START)
                        .flatMap(start -> pool.find(NetworkKeys.END).flatMap(end -> Ipv4Range.between(start, end))))
                .map(range -> new AddressUse(network, NetworkKeys.LOAD_BALANCER_POOL, range));
    }

    static Optional<AddressUse> addressPool(ConfigDraft draft) {
        return draft.find(BootstrapFileKeys.ADDONS, AddonKeys.LOAD_BALANCER)
                .flatMap(balancer -> AddressUse.ofRange(balancer, AddonKeys.ADDRESS_POOL));
    }

    private static Optional<AddressUse> allocation(ConfigSettings pool) {
        return pool.find(PlatformKeys.TENANT_ALLOCATION)
                .flatMap(part -> part.find(PlatformKeys.START)
                        .flatMap(start -> part.find(PlatformKeys.END).flatMap(end -> Ipv4Range.between(start, end))))
                .map(range -> new AddressUse(pool, PlatformKeys.TENANT_ALLOCATION, range));
    }
}
