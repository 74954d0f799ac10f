package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.Ipv4Address;
import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.config.Settings;
import java.util.List;
import java.util.Optional;

/**
 * The configured static machine addresses. Subnet, gateway and name servers default to those of {@code providerNetwork}.
 *
 * @param settings the section {@code nodeAddresses}
 * @param range empty if the section has no valid range
 */
record NodeSpots(
        Settings settings,
        Optional<Spot> range,
        Optional<Spot> subnet,
        Optional<Spot> gateway,
        List<Ipv4Address> dnsServers) {

    /**
     * Returns the addresses.
     *
     * @return empty if the infrastructure assigns them
     */
    static Optional<NodeSpots> of(ConfigDraft draft) {
        return draft.root()
                .find(BootstrapKeys.NETWORK)
                .flatMap(network -> network.find(NetworkKeys.NODE_ADDRESSES).map(nodes -> of(draft, network, nodes)));
    }

    private static NodeSpots of(ConfigDraft draft, Settings network, Settings nodes) {
        Optional<Settings> shared = draft.root().find(BootstrapKeys.PROVIDER_NETWORK);
        Optional<Ipv4Range> range = nodes.find(NetworkKeys.START)
                .flatMap(start -> nodes.find(NetworkKeys.END).flatMap(end -> Ipv4Range.between(start, end)));
        return new NodeSpots(
                nodes,
                range.map(addresses -> new Spot(network, NetworkKeys.NODE_ADDRESSES, addresses)),
                Spot.ofRange(nodes, NetworkKeys.SUBNET)
                        .or(() -> shared.flatMap(part -> Spot.ofRange(part, PlatformKeys.SUBNET))),
                Spot.ofAddress(nodes, NetworkKeys.GATEWAY)
                        .or(() -> shared.flatMap(part -> Spot.ofAddress(part, PlatformKeys.GATEWAY))),
                nodes.find(NetworkKeys.DNS_SERVERS)
                        .or(() -> shared.flatMap(part -> part.find(PlatformKeys.DNS_SERVERS)))
                        .orElse(List.of()));
    }

    boolean isOwn(Spot spot) {
        return spot.settings() == settings;
    }

    /** Returns the plan. Call only if no problem was reported. */
    NodeAddressPlan plan() {
        return new NodeAddressPlan(
                range.orElseThrow().range(),
                subnet.orElseThrow().range(),
                gateway.map(spot -> spot.range().first()),
                dnsServers);
    }
}
