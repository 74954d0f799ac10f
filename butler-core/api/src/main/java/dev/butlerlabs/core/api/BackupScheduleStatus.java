package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** The observed state of the backups. */
@ApiRecord
@JsonClassDescription("The observed state of the backups.")
public record BackupScheduleStatus(
        @JsonPropertyDescription("Phase of the schedule.") Phase phase,

        @JsonPropertyDescription("Time of the next backup.") Instant nextTime,

        @JsonPropertyDescription("Backup that was started and is not complete.")
        Run currentRun,

        @JsonPropertyDescription("Last complete backup.") Backup lastBackup,

        @JsonPropertyDescription("Last failed attempt.") Failure lastFailure,

        @JsonPropertyDescription("Number of backups of this cluster in the location.")
        Integer keptBackups,

        @JsonPropertyDescription("Last request for a backup outside of the schedule that was accepted.")
        String handledRequest,

        @JsonPropertyDescription("Generation of the spec that was last reconciled.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("Conditions of the resource.")
        List<Condition> conditions) {
    public BackupScheduleStatus {
        conditions = NullSafeCopies.of(conditions);
    }

    /** A backup that is not complete. */
    @ApiRecord
    public record Run(
            @JsonPropertyDescription("Scheduled time, from which the name of the backup is derived.")
            Instant slot,

            @JsonPropertyDescription("Number of failed attempts.")
            Integer failures,

            @JsonPropertyDescription("Earliest time of the next attempt.")
            Instant retryTime) {}

    /** A complete backup. */
    @ApiRecord
    public record Backup(
            @JsonPropertyDescription("Name of the file or object.")
            String name,

            @JsonPropertyDescription("Scheduled time.") Instant slot,

            @JsonPropertyDescription("Time at which the content was read.")
            Instant time,

            @JsonPropertyDescription("Size in bytes.") Long bytes,

            @JsonPropertyDescription("Number of objects.") Integer objects,

            @JsonPropertyDescription("Whether it contains an etcd snapshot.")
            Boolean etcd,

            @JsonPropertyDescription("Duration of the last attempt in seconds.")
            Long durationSeconds,

            @JsonPropertyDescription("What could not be included.")
            List<String> warnings) {
        public Backup {
            warnings = NullSafeCopies.of(warnings);
        }
    }

    /** A failed attempt. */
    @ApiRecord
    public record Failure(
            @JsonPropertyDescription("Time of the failure.") Instant time,

            @JsonPropertyDescription("Machine-readable reason.")
            String reason,

            @JsonPropertyDescription("Human-readable message.")
            String message) {}

    /** Phases of a schedule. */
    public enum Phase {
        @JsonProperty("Scheduled")
        SCHEDULED,
        @JsonProperty("Running")
        RUNNING,
        @JsonProperty("Failed")
        FAILED,
        @JsonProperty("Suspended")
        SUSPENDED
    }
}
