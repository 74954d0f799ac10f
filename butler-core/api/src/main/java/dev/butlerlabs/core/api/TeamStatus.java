package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;

/** The observed state of the team. */
@ApiRecord
@JsonClassDescription("The observed state of the team.")
public record TeamStatus(
        @JsonPropertyDescription("Phase of the team.") Phase phase,

        @JsonPropertyDescription("Namespace of the team.") String namespace,
        @JsonPropertyDescription("Number of clusters.") Integer clusterCount,
        @JsonPropertyDescription("Number of members.") Integer memberCount,

        @JsonPropertyDescription("Resource usage of all clusters of the team.")
        ResourceUsage resourceUsage,

        @JsonPropertyDescription("Quota status.") QuotaStatus quotaStatus,

        @JsonPropertyDescription("Message about limits that are almost reached or exceeded.")
        String quotaMessage,

        @JsonPropertyDescription("Generation of the spec that was last reconciled.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("Conditions of the resource.")
        List<Condition> conditions) {
    public TeamStatus {
        conditions = NullSafeCopies.of(conditions);
    }

    /** Phases of a team. */
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

    /** Quota status values. */
    public enum QuotaStatus {
        @JsonProperty("OK")
        OK,
        @JsonProperty("Warning")
        WARNING,
        @JsonProperty("Exceeded")
        EXCEEDED
    }

    /** Resource usage of all clusters of a team. */
    @ApiRecord
    public record ResourceUsage(
            @JsonPropertyDescription("Clusters.") Integer clusters,
            @JsonPropertyDescription("Nodes.") Integer totalNodes,
            @JsonPropertyDescription("Processors.") Quantity totalCPU,
            @JsonPropertyDescription("Memory.") Quantity totalMemory,
            @JsonPropertyDescription("Storage.") Quantity totalStorage,

            @Min(0) @Max(100) @JsonPropertyDescription("Cluster usage in percent of the limit.")
            Integer clusterUtilization,

            @Min(0) @Max(100) @JsonPropertyDescription("Node usage in percent of the limit.")
            Integer nodeUtilization,

            @Min(0) @Max(100) @JsonPropertyDescription("CPU usage in percent of the limit.")
            Integer cpuUtilization,

            @Min(0) @Max(100) @JsonPropertyDescription("Memory usage in percent of the limit.")
            Integer memoryUtilization) {}
}
