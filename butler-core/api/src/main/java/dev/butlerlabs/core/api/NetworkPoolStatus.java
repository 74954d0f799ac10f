package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;

/** The observed usage of the pool. */
@ApiRecord
@JsonClassDescription("The observed usage of the pool.")
public record NetworkPoolStatus(
        @JsonPropertyDescription("Number of addresses that can be allocated.")
        Integer totalIPs,

        @JsonPropertyDescription("Number of allocated addresses.")
        Integer allocatedIPs,

        @JsonPropertyDescription("Number of available addresses.")
        Integer availableIPs,

        @JsonPropertyDescription("Number of addresses of the network.")
        Integer poolSizeIPs,

        @JsonPropertyDescription("Number of reserved addresses.")
        Integer reservedIPs,

        @JsonPropertyDescription("Number of addresses used by the management cluster.")
        Integer infrastructureConsumedIPs,

        @JsonPropertyDescription("Number of addresses that are neither reserved nor for tenant clusters.")
        Integer unmanagedScopeIPs,

        @JsonPropertyDescription("Number of IPAllocations from the pool.")
        Integer allocationCount,

        @JsonPropertyDescription("Size of the largest contiguous free range.")
        Integer largestFreeBlock,

        @Min(0) @Max(100) @JsonPropertyDescription("Fragmentation of the free addresses in percent.")
        Integer fragmentationPercent,

        @ListMap("ip") @JsonPropertyDescription("List of addresses used by the management cluster.")
        List<InfrastructureAllocation> infrastructureAllocations,

        @JsonPropertyDescription("Ranges that are neither reserved nor for tenant clusters.")
        List<AddressRange> unmanagedRanges,

        @JsonPropertyDescription("Generation of the spec that was last reconciled.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("Conditions of the resource.")
        List<Condition> conditions) {
    public NetworkPoolStatus {
        infrastructureAllocations = NullSafeCopies.of(infrastructureAllocations);
        unmanagedRanges = NullSafeCopies.of(unmanagedRanges);
        conditions = NullSafeCopies.of(conditions);
    }

    /** An address used by the management cluster. */
    @ApiRecord
    public record InfrastructureAllocation(
            @Required @Pattern(FieldPatterns.DIGITS_ADDRESS) @JsonPropertyDescription("The address.")
            String ip,

            @Required @JsonPropertyDescription("Source of the address.")
            String source,

            @JsonPropertyDescription("Node with this address.")
            LocalReference nodeRef,

            @JsonPropertyDescription("Machine with this address.")
            NamespacedReference machineRef,

            @JsonPropertyDescription("Service with this address.")
            NamespacedReference serviceRef) {}
}
