package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonValue;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** The observed state of the machine. */
@ApiRecord
@JsonClassDescription("The observed state of the machine.")
public record MachineRequestStatus(
        @JsonPropertyDescription("Phase of the machine.") Phase phase,

        @JsonPropertyDescription("Provider ID of the machine.")
        String providerID,

        @JsonPropertyDescription("IP address of the machine.")
        String ipAddress,

        @JsonPropertyDescription("All IP addresses of the machine.")
        List<String> ipAddresses,

        @JsonPropertyDescription("MAC address of the first network interface.")
        String macAddress,

        @JsonPropertyDescription("Ports of the machine that the infrastructure publishes at other addresses.")
        MachinePortAccess portAccess,

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
    public MachineRequestStatus {
        ipAddresses = NullSafeCopies.of(ipAddresses);
        conditions = NullSafeCopies.of(conditions);
    }

    /** Phases of a machine. */
    public enum Phase {
        PENDING("Pending"),
        CREATING("Creating"),
        RUNNING("Running"),
        FAILED("Failed"),
        DELETING("Deleting"),
        DELETED("Deleted"),
        UNKNOWN("Unknown");

        private final String word;

        Phase(String word) {
            this.word = word;
        }

        /** Returns the serialized value, which the status of a ClusterBootstrap contains as well. */
        @JsonValue
        public String word() {
            return word;
        }
    }
}
