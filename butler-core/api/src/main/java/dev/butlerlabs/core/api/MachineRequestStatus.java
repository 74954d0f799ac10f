package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonValue;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** What is known of the machine. */
@ApiRecord
@JsonClassDescription("What is known of the machine.")
public record MachineRequestStatus(
        @JsonPropertyDescription("How far the machine has come.")
        Phase phase,

        @JsonPropertyDescription("The infrastructure's own id of the machine.")
        String providerID,

        @JsonPropertyDescription("Address by which the machine is reached.")
        String ipAddress,

        @JsonPropertyDescription("Every address of the machine.")
        List<String> ipAddresses,

        @JsonPropertyDescription("Hardware address of the first network interface.")
        String macAddress,

        @JsonPropertyDescription("One word for why the machine failed.")
        String failureReason,

        @JsonPropertyDescription("A sentence for why the machine failed.")
        String failureMessage,

        @JsonPropertyDescription("When this status was last written.")
        Instant lastUpdated,

        @JsonPropertyDescription("Generation of the spec this status answers.")
        Long observedGeneration,

        @ListMap("type") @JsonPropertyDescription("The state in detail.")
        List<Condition> conditions) {
    public MachineRequestStatus {
        ipAddresses = Copies.of(ipAddresses);
        conditions = Copies.of(conditions);
    }

    /** How far a machine has come. */
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

        /** The word on the wire, repeated as text in the status of a ClusterBootstrap. */
        @JsonValue
        public String word() {
            return word;
        }
    }
}
