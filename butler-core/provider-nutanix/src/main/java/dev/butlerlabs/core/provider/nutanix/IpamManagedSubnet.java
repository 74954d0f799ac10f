package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.config.Ipv4Range;
import java.util.Optional;

/** Reads subnets with IP address management by Prism. */
final class IpamManagedSubnet {
    private IpamManagedSubnet() {}

    /**
     * Returns the network of a subnet.
     *
     * @return empty if Prism does not manage its addresses
     */
    static Optional<Ipv4Range> of(JsonNode subnet) {
        JsonNode management = subnet.at("/status/resources/ip_config");
        String network = management.path("subnet_ip").asText("");
        int prefix = management.path("prefix_length").asInt(0);
        return network.isEmpty() || prefix == 0 ? Optional.empty() : Ipv4Range.ofNetwork(network + "/" + prefix);
    }
}
