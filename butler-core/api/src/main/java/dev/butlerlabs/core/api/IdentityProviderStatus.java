package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** The observed state of the service. */
@ApiRecord
@JsonClassDescription("The observed state of the service.")
public record IdentityProviderStatus(
        @JsonPropertyDescription("Phase of the identity provider.")
        Phase phase,

        @JsonPropertyDescription("Human-readable status message.")
        String message,

        @JsonPropertyDescription("Endpoints found by OIDC discovery.")
        DiscoveredEndpoints discoveredEndpoints,

        @JsonPropertyDescription("Time of the last successful validation.")
        Instant lastValidatedTime,

        @JsonPropertyDescription("Generation of the spec that was last reconciled.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("Conditions of the resource.")
        List<Condition> conditions) {
    public IdentityProviderStatus {
        conditions = NullSafeCopies.of(conditions);
    }

    /** Phases of an identity provider. */
    public enum Phase {
        @JsonProperty("Pending")
        PENDING,
        @JsonProperty("Ready")
        READY,
        @JsonProperty("Failed")
        FAILED
    }

    /** Endpoints found by OIDC discovery. */
    @ApiRecord
    public record DiscoveredEndpoints(
            @JsonPropertyDescription("Authorization endpoint.")
            String authorizationEndpoint,

            @JsonPropertyDescription("Token endpoint.") String tokenEndpoint,

            @JsonPropertyDescription("User info endpoint.") String userInfoEndpoint,

            @JsonPropertyDescription("JWKS URI.") String jwksURI) {}
}
