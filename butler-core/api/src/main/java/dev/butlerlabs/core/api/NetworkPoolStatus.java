package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;

/** How the addresses of the pool are used. */
@ApiRecord
@JsonClassDescription("How the addresses of the pool are used.")
public record NetworkPoolStatus(
        @JsonPropertyDescription("Addresses that can be shared out at all.")
        Integer totalIPs,

        @JsonPropertyDescription("Addresses given to tenant clusters.")
        Integer allocatedIPs,

        @JsonPropertyDescription("Addresses still free.") Integer availableIPs,

        @JsonPropertyDescription("Addresses of the whole network.")
        Integer poolSizeIPs,

        @JsonPropertyDescription("Addresses that are reserved.")
        Integer reservedIPs,

        @JsonPropertyDescription("Addresses of the management cluster's own machines and services.")
        Integer infrastructureConsumedIPs,

        @JsonPropertyDescription("Addresses that are neither reserved nor shared out.")
        Integer unmanagedScopeIPs,

        @JsonPropertyDescription("Number of IPAllocations from the pool.")
        Integer allocationCount,

        @JsonPropertyDescription("Length of the longest run of free addresses.")
        Integer largestFreeBlock,

        @Min(0) @Max(100) @JsonPropertyDescription("How scattered the free addresses are, in percent.")
        Integer fragmentationPercent,

        @ListMap("ip")
        @JsonPropertyDescription("Addresses of the management cluster's own machines and services, one by one.")
        List<InfrastructureAllocation> infrastructureAllocations,

        @JsonPropertyDescription("Runs of addresses that are neither reserved nor shared out.")
        List<AddressRange> unmanagedRanges,

        @JsonPropertyDescription("Generation of the spec this status answers.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("The state in detail.")
        List<Condition> conditions) {
    public NetworkPoolStatus {
        infrastructureAllocations = Copies.of(infrastructureAllocations);
        unmanagedRanges = Copies.of(unmanagedRanges);
        conditions = Copies.of(conditions);
    }

    /** An address of the management cluster itself, and what has it. */
    @ApiRecord
    public record InfrastructureAllocation(
            @Required @Pattern(Patterns.DIGITS_ADDRESS) @JsonPropertyDescription("The address.")
            String ip,

            @Required @JsonPropertyDescription("Where the address was seen.")
            String source,

            @JsonPropertyDescription("The node that has it.")
            LocalReference nodeRef,

            @JsonPropertyDescription("The machine that has it.")
            NamespacedReference machineRef,

            @JsonPropertyDescription("The service that has it.")
            NamespacedReference serviceRef) {}
}
