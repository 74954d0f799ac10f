package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** The observed state of the workspace. */
@ApiRecord
@JsonClassDescription("The observed state of the workspace.")
public record WorkspaceStatus(
        @JsonPropertyDescription("Phase of the workspace.") Phase phase,

        @JsonPropertyDescription("SSH endpoint.") String sshEndpoint,

        @JsonPropertyDescription("Whether a user is connected.")
        Boolean connected,

        @JsonPropertyDescription("Time of the last activity.")
        Instant lastActivityTime,

        @JsonPropertyDescription("Time of the last disconnect.")
        Instant lastDisconnectTime,

        @JsonPropertyDescription("Pod of the workspace.") String podName,

        @JsonPropertyDescription("PersistentVolumeClaim of the workspace.")
        String pvcName,

        @JsonPropertyDescription("Service of the workspace.")
        String serviceName,

        @JsonPropertyDescription("Generation of the spec that was last reconciled.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("Conditions of the resource.")
        List<Condition> conditions) {
    public WorkspaceStatus {
        conditions = NullSafeCopies.of(conditions);
    }

    /** Phases of a workspace. */
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
