package dev.butlerlabs.core.identity;

import dev.butlerlabs.core.api.User;
import dev.butlerlabs.core.api.UserSpec;
import dev.butlerlabs.core.api.UserStatus;
import dev.butlerlabs.core.api.UserStatus.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The state of a user account at one time. Pure functions.
 *
 * @param invited whether an invitation is outstanding
 * @param expiry the end of the invitation
 */
record UserAccount(boolean disabled, Optional<Instant> lockedUntil, boolean invited, Optional<Instant> expiry) {
    UserAccount {
        Objects.requireNonNull(lockedUntil, "lockedUntil");
        Objects.requireNonNull(expiry, "expiry");
    }

    static UserAccount of(User user) {
        Optional<UserStatus> status = Optional.ofNullable(user.getStatus());
        return new UserAccount(
                Boolean.TRUE.equals(user.getSpec().disabled()),
                status.map(UserStatus::lockedUntil),
                user.getSpec().authType() != UserSpec.AuthType.SSO
                        && status.filter(UserAccount::isInvited).isPresent(),
                status.map(UserStatus::inviteExpiresAt));
    }

    /** An invitation is outstanding until the user sets a password. */
    private static boolean isInvited(UserStatus status) {
        return (status.inviteSentAt() != null || status.inviteTokenHash() != null)
                && status.passwordSecretRef() == null
                && status.lastLoginTime() == null;
    }

    Phase phase(Instant now) {
        if (disabled) {
            return Phase.DISABLED;
        }
        if (isLocked(now)) {
            return Phase.LOCKED;
        }
        return invited ? Phase.PENDING : Phase.ACTIVE;
    }

    boolean isLocked(Instant now) {
        return lockedUntil.filter(now::isBefore).isPresent();
    }

    boolean isExpired(Instant now) {
        return invited && expiry.filter(end -> !now.isBefore(end)).isPresent();
    }

    /** Returns how long the phase stays as it is; empty if time does not change it. */
    Optional<Duration> remaining(Instant now) {
        return switch (phase(now)) {
            case DISABLED, ACTIVE -> Optional.empty();
            case LOCKED -> lockedUntil.map(end -> Duration.between(now, end));
            case PENDING -> expiry.filter(now::isBefore).map(end -> Duration.between(now, end));
        };
    }
}
