package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** The allocated addresses. */
@ApiRecord
@JsonClassDescription("The allocated addresses.")
public record IPAllocationStatus(
        @JsonPropertyDescription("Phase of the allocation.") Phase phase,

        @JsonPropertyDescription("First address.") String startAddress,
        @JsonPropertyDescription("Last address.") String endAddress,

        @JsonPropertyDescription("List of all addresses.") List<String> addresses,

        @JsonPropertyDescription("The addresses in CIDR notation, if they form a block.")
        String cidr,

        @JsonPropertyDescription("Number of allocated addresses.")
        Integer allocatedCount,

        @JsonPropertyDescription("Time of the allocation.") Instant allocatedAt,

        @JsonPropertyDescription("Controller that allocated the addresses.")
        String allocatedBy,

        @JsonPropertyDescription("Time of the release.") Instant releasedAt,

        @JsonPropertyDescription("Generation of the spec that was last reconciled.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("Conditions of the resource.")
        List<Condition> conditions) {
    public IPAllocationStatus {
        addresses = NullSafeCopies.of(addresses);
        conditions = NullSafeCopies.of(conditions);
    }

    /** Phases of an allocation. */
    public enum Phase {
        @JsonProperty("Pending")
        PENDING,
        @JsonProperty("Allocated")
        ALLOCATED,
        @JsonProperty("Released")
        RELEASED,
        @JsonProperty("Failed")
        FAILED
    }
}
