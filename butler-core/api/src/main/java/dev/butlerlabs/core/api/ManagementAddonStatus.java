package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;

/** The observed state of the addon. */
@ApiRecord
@JsonClassDescription("The observed state of the addon.")
public record ManagementAddonStatus(
        @JsonPropertyDescription("Phase of the addon.") Phase phase,

        @JsonPropertyDescription("Installed version.") String installedVersion,

        @JsonPropertyDescription("Version of the last installation attempt.")
        String lastAttemptedVersion,

        @JsonPropertyDescription("Helm release of the addon.")
        HelmRelease helmRelease,

        @JsonPropertyDescription("Human-readable status message.")
        String message,

        @JsonPropertyDescription("Generation of the spec that was last reconciled.")
        Long observedGeneration,

        @JsonPropertyDescription("Conditions of the resource.")
        List<Condition> conditions) {
    public ManagementAddonStatus {
        conditions = NullSafeCopies.of(conditions);
    }

    /** Phases of an addon. */
    public enum Phase {
        @JsonProperty("Pending")
        PENDING,
        @JsonProperty("Installing")
        INSTALLING,
        @JsonProperty("Installed")
        INSTALLED,
        @JsonProperty("Upgrading")
        UPGRADING,
        @JsonProperty("Failed")
        FAILED,
        @JsonProperty("Uninstalling")
        UNINSTALLING
    }
}
