package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** The observed state of the load balancer. */
@ApiRecord
@JsonClassDescription("The observed state of the load balancer.")
public record LoadBalancerRequestStatus(
        @JsonPropertyDescription("Phase of the load balancer.")
        Phase phase,

        @JsonPropertyDescription("IP address or host name of the load balancer.")
        String endpoint,

        @JsonPropertyDescription("Provider ID of the load balancer.")
        String resourceID,

        @JsonPropertyDescription("Number of registered targets.")
        Integer registeredTargets,

        @JsonPropertyDescription("Machine-readable reason of the failure.")
        String failureReason,

        @JsonPropertyDescription("Human-readable message of the failure.")
        String failureMessage,

        @JsonPropertyDescription("Time of the last status update.")
        Instant lastUpdated,

        @JsonPropertyDescription("Generation of the spec that was last reconciled.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("Conditions of the resource.")
        List<Condition> conditions) {
    public LoadBalancerRequestStatus {
        conditions = NullSafeCopies.of(conditions);
    }

    /** Phases of a load balancer. */
    public enum Phase {
        @JsonProperty("Pending")
        PENDING,
        @JsonProperty("Creating")
        CREATING,
        @JsonProperty("Ready")
        READY,
        @JsonProperty("Failed")
        FAILED,
        @JsonProperty("Deleting")
        DELETING
    }
}
