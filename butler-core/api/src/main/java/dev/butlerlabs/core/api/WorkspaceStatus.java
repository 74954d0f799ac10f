package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** What is known of the workspace. */
@ApiRecord
@JsonClassDescription("What is known of the workspace.")
public record WorkspaceStatus(
        @JsonPropertyDescription("How far the workspace has come.")
        Phase phase,

        @JsonPropertyDescription("Address for SSH.") String sshEndpoint,

        @JsonPropertyDescription("Whether somebody is logged in.")
        Boolean connected,

        @JsonPropertyDescription("When something was last done in it.")
        Instant lastActivityTime,

        @JsonPropertyDescription("When the last person left.")
        Instant lastDisconnectTime,

        @JsonPropertyDescription("Pod of the workspace.") String podName,

        @JsonPropertyDescription("Volume claim of the workspace.")
        String pvcName,

        @JsonPropertyDescription("Service of the workspace.")
        String serviceName,

        @JsonPropertyDescription("Generation of the spec this status answers.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("The state in detail.")
        List<Condition> conditions) {
    public WorkspaceStatus {
        conditions = Copies.of(conditions);
    }

    /** How far a workspace has come. */
    public enum Phase {
        @JsonProperty("Pending")
        PENDING,
        @JsonProperty("Creating")
        CREATING,
        @JsonProperty("Running")
        RUNNING,
        @JsonProperty("Starting")
        STARTING,
        @JsonProperty("Stopped")
        STOPPED,
        @JsonProperty("Failed")
        FAILED
    }
}
