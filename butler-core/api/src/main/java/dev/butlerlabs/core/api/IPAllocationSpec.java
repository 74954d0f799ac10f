package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;

/** The requested addresses. */
@ApiRecord
@JsonClassDescription("The requested addresses.")
public record IPAllocationSpec(
        @Required @JsonPropertyDescription("NetworkPool to allocate from.")
        LocalReference poolRef,

        @Required @JsonPropertyDescription("TenantCluster that uses the addresses.")
        NamespacedReference tenantClusterRef,

        @Required @JsonPropertyDescription("Purpose of the addresses.")
        Purpose type,

        @Min(1) @JsonPropertyDescription("Number of addresses. Defaults to the default of the pool.")
        Integer count,

        @JsonPropertyDescription("Requests exactly these addresses.")
        PinnedRange pinnedRange) {

    /** Purposes of addresses. */
    public enum Purpose {
        @JsonProperty("nodes")
        NODES,
        @JsonProperty("loadbalancer")
        LOADBALANCER
    }

    /** A fixed address range. */
    @ApiRecord
    public record PinnedRange(
            @Required @Pattern(FieldPatterns.DIGITS_ADDRESS) @JsonPropertyDescription("First address.")
            String startAddress,

            @Required @Pattern(FieldPatterns.DIGITS_ADDRESS) @JsonPropertyDescription("Last address.")
            String endAddress) {}
}
