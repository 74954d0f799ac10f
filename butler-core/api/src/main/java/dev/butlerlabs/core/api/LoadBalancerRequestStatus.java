package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** What is known of the load balancer. */
@ApiRecord
@JsonClassDescription("What is known of the load balancer.")
public record LoadBalancerRequestStatus(
        @JsonPropertyDescription("How far the load balancer has come.")
        Phase phase,

        @JsonPropertyDescription("Address or name by which the load balancer is reached.")
        String endpoint,

        @JsonPropertyDescription("The infrastructure's own id of the load balancer.")
        String resourceID,

        @JsonPropertyDescription("Machines the load balancer forwards to now.")
        Integer registeredTargets,

        @JsonPropertyDescription("One word for why the load balancer failed.")
        String failureReason,

        @JsonPropertyDescription("A sentence for why the load balancer failed.")
        String failureMessage,

        @JsonPropertyDescription("When this status was last written.")
        Instant lastUpdated,

        @JsonPropertyDescription("Generation of the spec this status answers.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("The state in detail.")
        List<Condition> conditions) {
    public LoadBalancerRequestStatus {
        conditions = Copies.of(conditions);
    }

    /** How far a load balancer has come. */
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
