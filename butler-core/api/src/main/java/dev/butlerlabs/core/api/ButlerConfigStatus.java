package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** What is known of the platform. */
@ApiRecord
@JsonClassDescription("What is known of the platform.")
public record ButlerConfigStatus(
        @JsonPropertyDescription("Number of teams.") Integer teamCount,

        @JsonPropertyDescription("Number of tenant clusters.")
        Integer clusterCount,

        @JsonPropertyDescription("How control planes of tenant clusters are reached now.")
        ControlPlaneExposure.Mode controlPlaneExposureMode,

        @JsonPropertyDescription("Whether workers need a proxy to reach their control plane by name.")
        Boolean tcpProxyRequired,

        @JsonPropertyDescription("The connection to the service that keeps repositories.")
        GitProviderStatus gitProvider,

        @JsonPropertyDescription("How far collection has come.")
        ObservabilityStatus observability,

        @JsonPropertyDescription("Generation of the spec this status answers.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("The state in detail.")
        List<Condition> conditions) {
    public ButlerConfigStatus {
        conditions = Copies.of(conditions);
    }

    /** The connection to the service that keeps repositories. */
    @ApiRecord
    public record GitProviderStatus(
            @JsonPropertyDescription("Whether the token was accepted.")
            Boolean connected,

            @JsonPropertyDescription("Who the token belongs to.")
            String username,

            @JsonPropertyDescription("A sentence about the connection.")
            String message,

            @JsonPropertyDescription("When the token was last tried.")
            Instant lastValidated) {}

    /** How far collection has come. */
    @ApiRecord
    public record ObservabilityStatus(
            @JsonPropertyDescription("Whether the receiving end is ready.")
            Boolean pipelineReady,

            @JsonPropertyDescription("Tenant clusters that send.")
            Integer enrolledCount,

            @JsonPropertyDescription("Tenant clusters there are.")
            Integer totalCount) {}
}
