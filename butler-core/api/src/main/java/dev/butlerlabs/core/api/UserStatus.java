package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;

/** What is known of the person's account. */
@ApiRecord
@JsonClassDescription("What is known of the person's account.")
public record UserStatus(
        @JsonPropertyDescription("Whether the person can log in.")
        Phase phase,

        @JsonPropertyDescription("When the person last logged in.")
        Instant lastLoginTime,

        @JsonPropertyDescription("How often the person has logged in.")
        Long loginCount,

        @JsonPropertyDescription("Failed logins in a row.") Integer failedLoginAttempts,

        @JsonPropertyDescription("Until when the account is locked after failed logins.")
        Instant lockedUntil,

        @JsonPropertyDescription("When the password last changed.")
        Instant passwordChangedAt,

        @JsonPropertyDescription("Secret with the hash of the password.")
        SecretReference passwordSecretRef,

        @JsonPropertyDescription("When the invitation was sent.")
        Instant inviteSentAt,

        @JsonPropertyDescription("Until when the invitation is good.")
        Instant inviteExpiresAt,

        @JsonPropertyDescription("Hash of the word in the invitation.")
        SensitiveText inviteTokenHash,

        @JsonPropertyDescription("Groups the identity provider named at the last login.")
        List<String> lastSeenGroups,

        @JsonPropertyDescription("Teams the person is in.") List<Membership> teams,

        @JsonPropertyDescription("When the teams were last worked out.")
        Instant teamsResolvedAt,

        @JsonPropertyDescription("The state in detail.") List<Condition> conditions) {
    public UserStatus {
        lastSeenGroups = Copies.of(lastSeenGroups);
        teams = Copies.of(teams);
        conditions = Copies.of(conditions);
    }

    /** Whether a person can log in. */
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

    /** A team a person is in. */
    @ApiRecord
    public record Membership(
            @Required @JsonPropertyDescription("Name of the Team.")
            String name,

            @Required @JsonPropertyDescription("What the person may do in it.")
            String role) {}
}
