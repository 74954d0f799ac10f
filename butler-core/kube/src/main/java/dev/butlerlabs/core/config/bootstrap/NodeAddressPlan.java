package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.Ipv4Address;
import dev.butlerlabs.core.config.Ipv4Range;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Addresses of the machines, chosen by the operator.
 *
 * @param range what the machines get, one each
 * @param subnet what the range is a part of
 */
public record NodeAddressPlan(
        Ipv4Range range, Ipv4Range subnet, Optional<Ipv4Address> gateway, List<Ipv4Address> dnsServers) {
    public NodeAddressPlan {
        Objects.requireNonNull(range, "range");
        Objects.requireNonNull(subnet, "subnet");
        Objects.requireNonNull(gateway, "gateway");
        dnsServers = List.copyOf(dnsServers);
    }
}
