package dev.butlerlabs.core.identity.login;

import dev.butlerlabs.core.identity.oidc.IdToken;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The tokens of a login, as stored on this machine.
 *
 * @param idToken the verified ID token as text; empty after the provider has rejected a refresh. A credential
 * @param refreshToken a credential; empty if the provider issued none
 * @param subject the identifier of the user at the provider
 * @param user the name to show
 * @param nonce the nonce of the first token, which refreshed tokens repeat if they have one
 */
public record StoredLogin(
        LoginSettings settings,
        Optional<String> idToken,
        Optional<String> refreshToken,
        String subject,
        String user,
        Instant issuedAt,
        Instant expiry,
        Optional<String> nonce) {
    public StoredLogin {
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(idToken, "idToken");
        Objects.requireNonNull(refreshToken, "refreshToken");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(issuedAt, "issuedAt");
        Objects.requireNonNull(expiry, "expiry");
        Objects.requireNonNull(nonce, "nonce");
    }

    static StoredLogin of(LoginSettings settings, IdToken token, Optional<String> refreshToken) {
        return new StoredLogin(
                settings,
                Optional.of(token.text()),
                refreshToken,
                token.subject(),
                token.displayName(),
                token.issuedAt(),
                token.expiry(),
                token.nonce());
    }

    /** Returns the login with refreshed tokens. A provider that does not rotate refresh tokens returns none: the old one stays. */
    StoredLogin refreshed(IdToken token, Optional<String> newRefreshToken) {
        StoredLogin changed = of(settings, token, newRefreshToken.or(() -> refreshToken));
        return new StoredLogin(
                settings,
                changed.idToken,
                changed.refreshToken,
                subject,
                changed.user,
                changed.issuedAt,
                changed.expiry,
                nonce);
    }

    /** Returns the login with another refresh token. */
    StoredLogin withRefresh(String successor) {
        return new StoredLogin(settings, idToken, Optional.of(successor), subject, user, issuedAt, expiry, nonce);
    }

    /** Returns the login without its refresh token, which the provider no longer accepts. */
    StoredLogin withoutRefresh() {
        return new StoredLogin(settings, idToken, Optional.empty(), subject, user, issuedAt, expiry, nonce);
    }

    @Override
    public String toString() {
        return "StoredLogin[settings=%s, user=%s, expiry=%s]".formatted(settings, user, expiry);
    }
}
