package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** What is known of the addon. */
@ApiRecord
@JsonClassDescription("What is known of the addon.")
public record TenantAddonStatus(
        @JsonPropertyDescription("How far the addon has come.")
        Phase phase,

        @JsonPropertyDescription("Version that is installed.")
        String installedVersion,

        @JsonPropertyDescription("The Helm release behind the addon.")
        HelmRelease helmRelease,

        @JsonPropertyDescription("A sentence about the state.")
        String message,

        @JsonPropertyDescription("When the phase last changed.")
        Instant lastTransitionTime,

        @JsonPropertyDescription("Generation of the spec this status answers.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("The state in detail.")
        List<Condition> conditions) {
    public TenantAddonStatus {
        conditions = Copies.of(conditions);
    }

    /** How far an addon has come. */
    public enum Phase {
        @JsonProperty("Pending")
        PENDING,
        @JsonProperty("Installing")
        INSTALLING,
        @JsonProperty("Installed")
        INSTALLED,
        @JsonProperty("Upgrading")
        UPGRADING,
        @JsonProperty("Degraded")
        DEGRADED,
        @JsonProperty("Failed")
        FAILED,
        @JsonProperty("Deleting")
        DELETING
    }
}
