package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** What is known of the image. */
@ApiRecord
@JsonClassDescription("What is known of the image.")
public record ImageSyncStatus(
        @JsonPropertyDescription("How far the image has come.")
        Phase phase,

        @JsonPropertyDescription("The infrastructure's own id of the image.")
        String providerImageRef,

        @JsonPropertyDescription("The infrastructure's own id of the upload.")
        String providerTaskID,

        @JsonPropertyDescription("Address of the image at the factory.")
        String artifactURL,

        @JsonPropertyDescription("SHA-256 of the image file.")
        String artifactSHA256,

        @JsonPropertyDescription("One word for why the image failed.")
        String failureReason,

        @JsonPropertyDescription("A sentence for why the image failed.")
        String failureMessage,

        @JsonPropertyDescription("When this status was last written.")
        Instant lastUpdated,

        @JsonPropertyDescription("Generation of the spec this status answers.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("The state in detail.")
        List<Condition> conditions) {
    public ImageSyncStatus {
        conditions = Copies.of(conditions);
    }

    /** How far an image has come. */
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
