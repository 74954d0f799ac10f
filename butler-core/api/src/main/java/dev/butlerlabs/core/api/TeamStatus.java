package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;

/** What is known of the team. */
@ApiRecord
@JsonClassDescription("What is known of the team.")
public record TeamStatus(
        @JsonPropertyDescription("How far the team has come.")
        Phase phase,

        @JsonPropertyDescription("Namespace of the team.") String namespace,
        @JsonPropertyDescription("Clusters the team has.") Integer clusterCount,
        @JsonPropertyDescription("People in the team.") Integer memberCount,

        @JsonPropertyDescription("What the clusters of the team use together.")
        ResourceUsage resourceUsage,

        @JsonPropertyDescription("Whether the team is within its limits.")
        QuotaStatus quotaStatus,

        @JsonPropertyDescription("Which limit is near or exceeded.")
        String quotaMessage,

        @JsonPropertyDescription("Generation of the spec this status answers.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("The state in detail.")
        List<Condition> conditions) {
    public TeamStatus {
        conditions = Copies.of(conditions);
    }

    /** How far a team has come. */
    public enum Phase {
        @JsonProperty("Pending")
        PENDING,
        @JsonProperty("Ready")
        READY,
        @JsonProperty("Terminating")
        TERMINATING,
        @JsonProperty("Failed")
        FAILED
    }

    /** Whether a team is within its limits. */
    public enum QuotaStatus {
        @JsonProperty("OK")
        OK,
        @JsonProperty("Warning")
        WARNING,
        @JsonProperty("Exceeded")
        EXCEEDED
    }

    /** What the clusters of a team use together. */
    @ApiRecord
    public record ResourceUsage(
            @JsonPropertyDescription("Clusters.") Integer clusters,
            @JsonPropertyDescription("Nodes.") Integer totalNodes,
            @JsonPropertyDescription("Processors.") Quantity totalCPU,
            @JsonPropertyDescription("Memory.") Quantity totalMemory,
            @JsonPropertyDescription("Storage.") Quantity totalStorage,

            @Min(0) @Max(100) @JsonPropertyDescription("Clusters in percent of the limit.")
            Integer clusterUtilization,

            @Min(0) @Max(100) @JsonPropertyDescription("Nodes in percent of the limit.")
            Integer nodeUtilization,

            @Min(0) @Max(100) @JsonPropertyDescription("Processors in percent of the limit.")
            Integer cpuUtilization,

            @Min(0) @Max(100) @JsonPropertyDescription("Memory in percent of the limit.")
            Integer memoryUtilization) {}
}
