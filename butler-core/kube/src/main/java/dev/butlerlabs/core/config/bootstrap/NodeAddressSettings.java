package dev.butlerlabs.core.config.bootstrap;

import dev.butlerlabs.core.config.Ipv4Range;
import dev.butlerlabs.core.net.IpAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Static addresses of the machines.
 *
 * @param range addresses, one per machine
 * @param subnet subnet that contains the range
 */
public record NodeAddressSettings(
        Ipv4Range range, Ipv4Range subnet, Optional<IpAddress> gateway, List<IpAddress> dnsServers) {
    public NodeAddressSettings {
        Objects.requireNonNull(range, "range");
        Objects.requireNonNull(subnet, "subnet");
        Objects.requireNonNull(gateway, "gateway");
        dnsServers = List.copyOf(dnsServers);
    }
}
