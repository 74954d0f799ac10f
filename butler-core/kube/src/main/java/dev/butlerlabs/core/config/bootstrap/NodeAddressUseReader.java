package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.net.IpAddress;
import java.util.List;
import java.util.Optional;

/**
 * The configured static machine addresses. Subnet, gateway and name servers default to those of {@code providerNetwork}.
 *
 * @param settings the section {@code nodeAddresses}
 * @param range empty if the section has no valid range
 */
record NodeAddressUseReader(
        ConfigSettings settings,
        Optional<AddressUse> range,
        Optional<AddressUse> subnet,
        Optional<AddressUse> gateway,
        List<IpAddress> dnsServers) {

    /**
     * Returns the addresses.
     *
     * @return empty if the infrastructure assigns them
     */
    static Optional<NodeAddressUseReader> of(ConfigDraft draft) {
        return draft.root()
                .find(BootstrapFileKeys.NETWORK)
                .flatMap(network -> network.find(NetworkKeys.NODE_ADDRESSES).map(nodes -> of(draft, network, nodes)));
    }

    private static NodeAddressUseReader of(ConfigDraft draft, ConfigSettings network, ConfigSettings nodes) {
        Optional<ConfigSettings> shared = draft.root().find(BootstrapFileKeys.PROVIDER_NETWORK);
        Optional<Ipv4Range> range = nodes.find(NetworkKeys.START)
                .flatMap(start -> nodes.find(NetworkKeys.END).flatMap(end -> Ipv4Range.between(start, end)));
        return new NodeAddressUseReader(
                nodes,
                range.map(addresses -> new AddressUse(network, NetworkKeys.NODE_ADDRESSES, addresses)),
                AddressUse.ofRange(nodes, NetworkKeys.SUBNET)
                        .or(() -> shared.flatMap(part -> AddressUse.ofRange(part, PlatformKeys.SUBNET))),
                AddressUse.ofAddress(nodes, NetworkKeys.GATEWAY)
                        .or(() -> shared.flatMap(part -> AddressUse.ofAddress(part, PlatformKeys.GATEWAY))),
                nodes.find(NetworkKeys.DNS_SERVERS)
                        .or(() -> shared.flatMap(part -> part.find(PlatformKeys.DNS_SERVERS)))
                        .orElse(List.of()));
    }

    boolean isOwn(AddressUse spot) {
        return spot.settings() == settings;
    }

    /** Returns the plan. Call only if no problem was reported. */
    NodeAddressSettings plan() {
        return new NodeAddressSettings(
                range.orElseThrow().range(),
                subnet.orElseThrow().range(),
                gateway.map(spot -> spot.range().first()),
                dnsServers);
    }
}
