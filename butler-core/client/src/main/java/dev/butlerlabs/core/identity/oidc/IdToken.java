package dev.butlerlabs.core.identity.oidc;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A verified ID token.
 *
 * @param text the token itself, a credential: {@link #toString} does not contain it
 * @param subject the identifier of the user at the provider
 * @param email the content of the claim that names the user, {@code email} by default
 * @param groups the content of the claim with the groups, {@code groups} by default
 */
public record IdToken(
        String text,
        String subject,
        Instant issuedAt,
        Instant expiry,
        Optional<String> nonce,
        Optional<String> email,
        List<String> groups) {
    public IdToken {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(issuedAt, "issuedAt");
        Objects.requireNonNull(expiry, "expiry");
        Objects.requireNonNull(nonce, "nonce");
        Objects.requireNonNull(email, "email");
        groups = List.copyOf(groups);
    }

    /** Returns the email address, or the subject if the token has none. */
    public String displayName() {
        return email.orElse(subject);
    }

    @Override
    public String toString() {
        return "IdToken[subject=%s, expiry=%s]".formatted(subject, expiry);
    }
}
