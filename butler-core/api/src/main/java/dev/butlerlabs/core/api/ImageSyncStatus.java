package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** The observed state of the image. */
@ApiRecord
@JsonClassDescription("The observed state of the image.")
public record ImageSyncStatus(
        @JsonPropertyDescription("Phase of the image.") Phase phase,

        @JsonPropertyDescription("Provider ID of the image.")
        String providerImageRef,

        @JsonPropertyDescription("Provider ID of the upload task.")
        String providerTaskID,

        @JsonPropertyDescription("URL of the image in the image factory.")
        String artifactURL,

        @JsonPropertyDescription("SHA-256 of the image file.")
        String artifactSHA256,

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
    public ImageSyncStatus {
        conditions = NullSafeCopies.of(conditions);
    }

    /** Phases of an image. */
    public enum Phase {
        @JsonProperty("Pending")
        PENDING,
        @JsonProperty("Building")
        BUILDING,
        @JsonProperty("Downloading")
        DOWNLOADING,
        @JsonProperty("Uploading")
        UPLOADING,
        @JsonProperty("Ready")
        READY,
        @JsonProperty("Failed")
        FAILED
    }
}
