package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import java.util.List;

/** The address a machine is to have, and its way from there. */
@ApiRecord
public record MachineAddress(
        @Required
        @Pattern(Patterns.IPV4_CIDR)
        @JsonPropertyDescription("The address with the length of its network's prefix, such as 192.0.2.20/24.")
        String cidr,

        @Pattern(Patterns.IPV4) @JsonPropertyDescription("Gateway of the network.")
        String gateway,

        @JsonPropertyDescription("Name servers.") List<String> dnsServers) {
    public MachineAddress {
        dnsServers = Copies.of(dnsServers);
    }

    /** The address alone. */
    public String ip() {
        return cidr.substring(0, cidr.indexOf('/'));
    }
}
