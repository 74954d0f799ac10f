package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import java.util.List;

/** The static address of a machine with its gateway and name servers. */
@ApiRecord
public record MachineAddress(
        @Required
        @Pattern(FieldPatterns.IPV4_CIDR)
        @JsonPropertyDescription("Address with prefix length, such as 192.0.2.20/24.")
        String cidr,

        @Pattern(FieldPatterns.IPV4) @JsonPropertyDescription("Gateway of the network.")
        String gateway,

        @JsonPropertyDescription("Name servers.") List<String> dnsServers) {
    public MachineAddress {
        dnsServers = NullSafeCopies.of(dnsServers);
    }

    /** Returns the address without the prefix length. */
    public String ip() {
        return cidr.substring(0, cidr.indexOf('/'));
    }
}
