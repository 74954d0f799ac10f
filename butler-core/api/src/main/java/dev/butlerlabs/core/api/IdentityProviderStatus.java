package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** What is known of the service. */
@ApiRecord
@JsonClassDescription("What is known of the service.")
public record IdentityProviderStatus(
        @JsonPropertyDescription("Whether the service can be used.")
        Phase phase,

        @JsonPropertyDescription("A sentence about the state.")
        String message,

        @JsonPropertyDescription("Addresses the service names itself.")
        DiscoveredEndpoints discoveredEndpoints,

        @JsonPropertyDescription("When the service last answered as it should.")
        Instant lastValidatedTime,

        @JsonPropertyDescription("Generation of the spec this status answers.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("The state in detail.")
        List<Condition> conditions) {
    public IdentityProviderStatus {
        conditions = Copies.of(conditions);
    }

    /** Whether an identity provider can be used. */
    public enum Phase {
        @JsonProperty("Pending")
        PENDING,
        @JsonProperty("Ready")
        READY,
        @JsonProperty("Failed")
        FAILED
    }

    /** Addresses an identity provider names itself. */
    @ApiRecord
    public record DiscoveredEndpoints(
            @JsonPropertyDescription("Where people log in.") String authorizationEndpoint,

            @JsonPropertyDescription("Where tokens are fetched.")
            String tokenEndpoint,

            @JsonPropertyDescription("Where claims are fetched.")
            String userInfoEndpoint,

            @JsonPropertyDescription("Where the signing keys are.")
            String jwksURI) {}
}
