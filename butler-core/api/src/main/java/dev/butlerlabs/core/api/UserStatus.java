package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** The observed state of the user account. */
@ApiRecord
@JsonClassDescription("The observed state of the user account.")
public record UserStatus(
        @JsonPropertyDescription("Phase of the account.") Phase phase,

        @JsonPropertyDescription("Time of the last login.") Instant lastLoginTime,

        @JsonPropertyDescription("Number of logins.") Long loginCount,

        @JsonPropertyDescription("Number of consecutive failed logins.")
        Integer failedLoginAttempts,

        @JsonPropertyDescription("Time until which the account is locked after failed logins.")
        Instant lockedUntil,

        @JsonPropertyDescription("Time of the last password change.")
        Instant passwordChangedAt,

        @JsonPropertyDescription("Secret with the hash of the password.")
        SecretReference passwordSecretRef,

        @JsonPropertyDescription("Time when the invitation was sent.")
        Instant inviteSentAt,

        @JsonPropertyDescription("Expiration time of the invitation.")
        Instant inviteExpiresAt,

        @JsonPropertyDescription("Hash of the invitation token.")
        SensitiveText inviteTokenHash,

        @JsonPropertyDescription("Groups reported by the identity provider at the last login.")
        List<String> lastSeenGroups,

        @JsonPropertyDescription("Teams of the user.") List<Membership> teams,

        @JsonPropertyDescription("Time of the last update of the teams.")
        Instant teamsResolvedAt,

        @JsonPropertyDescription("Conditions of the resource.")
        List<Condition> conditions) {
    public UserStatus {
        lastSeenGroups = NullSafeCopies.of(lastSeenGroups);
        teams = NullSafeCopies.of(teams);
        conditions = NullSafeCopies.of(conditions);
    }

    /** Phases of an account. */
    public enum Phase {
        @JsonProperty("Pending")
        PENDING,
        @JsonProperty("Active")
        ACTIVE,
        @JsonProperty("Disabled")
        DISABLED,
        @JsonProperty("Locked")
        LOCKED
    }

    /** A team membership. */
    @ApiRecord
    public record Membership(
            @Required @JsonPropertyDescription("Name of the Team.")
            String name,

            @Required @JsonPropertyDescription("Role in the team.")
            String role) {}
}
