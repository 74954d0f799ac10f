package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** The addresses of the pool and how they are allocated. */
@ApiRecord
@JsonClassDescription("The addresses of the pool and how they are allocated.")
public record NetworkPoolSpec(
        @Required @Pattern(FieldPatterns.DIGITS_CIDR) @JsonPropertyDescription("Network of the pool.")
        String cidr,

        @JsonPropertyDescription("Networks that are never allocated.")
        List<Reservation> reserved,

        @JsonPropertyDescription("Range for tenant clusters. Defaults to all addresses that are not reserved.")
        TenantAllocation tenantAllocation) {
    public NetworkPoolSpec {
        reserved = NullSafeCopies.of(reserved);
    }

    /** A network that is never allocated. */
    @ApiRecord
    public record Reservation(
            @Required @Pattern(FieldPatterns.DIGITS_CIDR) @JsonPropertyDescription("Reserved network.")
            String cidr,

            @JsonPropertyDescription("Purpose of the reservation.")
            String description) {}

    /** The address ranges for tenant clusters. */
    @ApiRecord
    public record TenantAllocation(
            @JsonPropertyDescription("First address of a single range.")
            String start,

            @JsonPropertyDescription("Last address of a single range.")
            String end,

            @Size(max = 16) @JsonPropertyDescription("List of ranges.")
            List<AddressRange> ranges,

            @JsonPropertyDescription("Default number of addresses per tenant cluster.")
            Defaults defaults) {
        public TenantAllocation {
            ranges = NullSafeCopies.of(ranges);
        }
    }

    /** Default number of addresses per tenant cluster. */
    @ApiRecord
    public record Defaults(
            @Default("5") @Min(1) @JsonPropertyDescription("Number of node addresses.")
            Integer nodesPerTenant,

            @Default("8") @Min(1) @JsonPropertyDescription("Number of addresses for Services of type LoadBalancer.")
            Integer lbPoolPerTenant) {}
}
