package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** The observed state of the platform. */
@ApiRecord
@JsonClassDescription("The observed state of the platform.")
public record ButlerConfigStatus(
        @JsonPropertyDescription("Number of teams.") Integer teamCount,

        @JsonPropertyDescription("Number of tenant clusters.")
        Integer clusterCount,

        @JsonPropertyDescription("Current exposure mode of tenant control planes.")
        ControlPlaneExposure.Mode controlPlaneExposureMode,

        @JsonPropertyDescription("Whether workers need a proxy to connect to their control plane by host name.")
        Boolean tcpProxyRequired,

        @JsonPropertyDescription("The connection to the Git service.")
        GitProviderStatus gitProvider,

        @JsonPropertyDescription("Observability status.") ObservabilityStatus observability,

        @JsonPropertyDescription("Generation of the spec that was last reconciled.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("Conditions of the resource.")
        List<Condition> conditions) {
    public ButlerConfigStatus {
        conditions = NullSafeCopies.of(conditions);
    }

    /** The connection to the Git service. */
    @ApiRecord
    public record GitProviderStatus(
            @JsonPropertyDescription("Whether the Git service accepted the token.")
            Boolean connected,

            @JsonPropertyDescription("User of the token.") String username,

            @JsonPropertyDescription("Human-readable message about the connection.")
            String message,

            @JsonPropertyDescription("Time of the last connection check.")
            Instant lastValidated) {}

    /** Observability status. */
    @ApiRecord
    public record ObservabilityStatus(
            @JsonPropertyDescription("Whether the receiving cluster is ready.")
            Boolean pipelineReady,

            @JsonPropertyDescription("Number of tenant clusters that send data.")
            Integer enrolledCount,

            @JsonPropertyDescription("Total number of tenant clusters.")
            Integer totalCount) {}
}
