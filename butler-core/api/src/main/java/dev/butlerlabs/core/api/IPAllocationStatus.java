package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** The addresses that were given. */
@ApiRecord
@JsonClassDescription("The addresses that were given.")
public record IPAllocationStatus(
        @JsonPropertyDescription("Whether the addresses are given.")
        Phase phase,

        @JsonPropertyDescription("First address.") String startAddress,
        @JsonPropertyDescription("Last address.") String endAddress,

        @JsonPropertyDescription("The addresses one by one.")
        List<String> addresses,

        @JsonPropertyDescription("The addresses in CIDR notation, when they fill a block.")
        String cidr,

        @JsonPropertyDescription("How many were given.") Integer allocatedCount,
        @JsonPropertyDescription("When they were given.") Instant allocatedAt,
        @JsonPropertyDescription("Who gave them.") String allocatedBy,

        @JsonPropertyDescription("When they were given back.")
        Instant releasedAt,

        @JsonPropertyDescription("Generation of the spec this status answers.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("The state in detail.")
        List<Condition> conditions) {
    public IPAllocationStatus {
        addresses = Copies.of(addresses);
        conditions = Copies.of(conditions);
    }

    /** Whether addresses are given. */
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
