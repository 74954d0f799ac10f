package dev.butlerlabs.core.identity.oidc;

import java.util.Objects;

/**
 * The claims of an ID token that name a user. Claims are found by their whole name, as by the Kubernetes API server.
 *
 * @param email the claim with the email address or another name of the user
 * @param groups the claim with the groups of the user
 */
public record ClaimNames(String email, String groups) {
    /** The claim of OpenID Connect, to which {@code email_verified} refers. */
    public static final String STANDARD_EMAIL = "email";

    /** The claims of a provider without settings. */
    public static final ClaimNames DEFAULT = new ClaimNames(STANDARD_EMAIL, "groups");

    public ClaimNames {
        Objects.requireNonNull(email, "email");
        Objects.requireNonNull(groups, "groups");
    }

    /** Returns whether the name of a user is in another claim than that of OpenID Connect. */
    public boolean isCustomEmail() {
        return !email.equals(STANDARD_EMAIL);
    }
}
