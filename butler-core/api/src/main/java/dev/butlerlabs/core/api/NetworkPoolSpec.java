package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** The addresses and what may be shared out of them. */
@ApiRecord
@JsonClassDescription("The addresses and what may be shared out of them.")
public record NetworkPoolSpec(
        @Required @Pattern(Patterns.DIGITS_CIDR) @JsonPropertyDescription("The network the addresses are from.")
        String cidr,

        @JsonPropertyDescription("Parts of the network that are never shared out.")
        List<Reservation> reserved,

        @JsonPropertyDescription(
                "The part that is shared out among tenant clusters; everything not reserved when left out.")
        TenantAllocation tenantAllocation) {
    public NetworkPoolSpec {
        reserved = Copies.of(reserved);
    }

    /** A part of a network that is never shared out. */
    @ApiRecord
    public record Reservation(
            @Required @Pattern(Patterns.DIGITS_CIDR) @JsonPropertyDescription("The reserved part.")
            String cidr,

            @JsonPropertyDescription("What it is reserved for.")
            String description) {}

    /** The part of a network that is shared out among tenant clusters. */
    @ApiRecord
    public record TenantAllocation(
            @JsonPropertyDescription("First address, when there is one range.")
            String start,

            @JsonPropertyDescription("Last address, when there is one range.")
            String end,

            @Size(max = 16) @JsonPropertyDescription("The ranges, when there are several.")
            List<AddressRange> ranges,

            @JsonPropertyDescription("How much a tenant cluster gets when it asks for no number.")
            Defaults defaults) {
        public TenantAllocation {
            ranges = Copies.of(ranges);
        }
    }

    /** How much a tenant cluster gets when it asks for no number. */
    @ApiRecord
    public record Defaults(
            @Default("5") @Min(1) @JsonPropertyDescription("Addresses for nodes.")
            Integer nodesPerTenant,

            @Default("8") @Min(1) @JsonPropertyDescription("Addresses for services of type LoadBalancer.")
            Integer lbPoolPerTenant) {}
}
