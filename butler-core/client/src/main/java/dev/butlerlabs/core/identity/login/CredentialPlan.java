package dev.butlerlabs.core.identity.login;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What to do for a credential. */
sealed interface CredentialPlan {
    /** The longest time before expiry at which a token is refreshed. */
    Duration LONGEST_MARGIN = Duration.ofSeconds(60);

    /** Use the stored token. */
    record Use(String idToken) implements CredentialPlan {
        @Override
        public String toString() {
            return "Use";
        }
    }

    /**
     * Use the refresh token.
     *
     * @param fallback the stored token, if it is valid for a while longer: it is used if the provider does not respond
     */
    record Refresh(String refreshToken, Optional<String> fallback) implements CredentialPlan {
        @Override
        public String toString() {
            return "Refresh[fallback=%s]".formatted(fallback.isPresent());
        }
    }

    /** The user has to log in. */
    record LogIn() implements CredentialPlan {}

    /**
     * Decides for a stored login. A token is refreshed in the last minute of its life, or in the last quarter if that is shorter, so that
     * a request that starts with it does not end without it.
     */
    static CredentialPlan of(StoredLogin login, Instant now) {
        Optional<String> valid = login.idToken().filter(_ -> now.isBefore(login.expiry()));
        if (valid.isPresent() && now.isBefore(login.expiry().minus(margin(login)))) {
            return new Use(valid.get());
        }
        return login.refreshToken()
                .<CredentialPlan>map(token -> new Refresh(token, valid))
                .or(() -> valid.map(Use::new))
                .orElseGet(LogIn::new);
    }

    private static Duration margin(StoredLogin login) {
        Duration quarter = Duration.between(login.issuedAt(), login.expiry()).dividedBy(4);
        return quarter.compareTo(LONGEST_MARGIN) < 0 ? quarter : LONGEST_MARGIN;
    }
}
