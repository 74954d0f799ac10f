package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;

/** The addresses that are wanted. */
@ApiRecord
@JsonClassDescription("The addresses that are wanted.")
public record IPAllocationSpec(
        @Required @JsonPropertyDescription("The NetworkPool to take them from.")
        LocalReference poolRef,

        @Required @JsonPropertyDescription("The TenantCluster they are for.")
        NamespacedReference tenantClusterRef,

        @Required @JsonPropertyDescription("What they are for.")
        Purpose type,

        @Min(1) @JsonPropertyDescription("How many; the default of the pool when left out.")
        Integer count,

        @JsonPropertyDescription("Exactly these addresses, instead of any that are free.")
        PinnedRange pinnedRange) {

    /** What addresses are for. */
    public enum Purpose {
        @JsonProperty("nodes")
        NODES,
        @JsonProperty("loadbalancer")
        LOADBALANCER
    }

    /** Exactly these addresses. */
    @ApiRecord
    public record PinnedRange(
            @Required @Pattern(Patterns.DIGITS_ADDRESS) @JsonPropertyDescription("First address.")
            String startAddress,

            @Required @Pattern(Patterns.DIGITS_ADDRESS) @JsonPropertyDescription("Last address.")
            String endAddress) {}
}
