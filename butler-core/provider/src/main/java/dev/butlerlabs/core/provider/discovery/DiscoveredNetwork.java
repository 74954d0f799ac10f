package dev.butlerlabs.core.provider.discovery;

import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.net.IpRange;
import java.util.List;
import java.util.Objects;

/**
 * The network of the machines.
 *
 * @param subnet all its addresses
 * @param occupied addresses that must not be proposed: the gateway, ranges that the infrastructure assigns, and addresses in use
 */
public record DiscoveredNetwork(CidrBlock subnet, List<IpRange> occupied) {
    public DiscoveredNetwork {
        Objects.requireNonNull(subnet, "subnet");
        occupied = List.copyOf(occupied);
    }
}
