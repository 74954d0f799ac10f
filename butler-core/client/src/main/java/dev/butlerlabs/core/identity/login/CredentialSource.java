package dev.butlerlabs.core.identity.login;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.identity.oidc.IdToken;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Returns ID tokens of stored logins and refreshes them. Several processes may do so at once: each refresh token is used by one of them,
 * the others use the result.
 */
public final class CredentialSource {
    private final LoginRepository logins;
    private final Clock clock;

    public CredentialSource(LoginRepository logins, Clock clock) {
        this.logins = logins;
        this.clock = clock;
    }

    /**
     * A token for the API server.
     *
     * @param token a credential: {@link #toString} does not contain it
     */
    public record Credential(String token, Instant expiry) {
        public Credential {
            Objects.requireNonNull(token, "token");
            Objects.requireNonNull(expiry, "expiry");
        }

        @Override
        public String toString() {
            return "Credential[expiry=%s]".formatted(expiry);
        }
    }

    /**
     * Returns a token that is valid now.
     *
     * @throws ButlerException with LOGIN_REQUIRED and the command to run if the user has to log in; UNREACHABLE or TIMEOUT if the token has
     *     expired and the provider does not respond
     */
    public Credential get(String issuer, String clientId) {
        StoredLogin login = require(issuer, clientId);
        if (CredentialPlan.of(login, clock.instant()) instanceof CredentialPlan.Use use) {
            return new Credential(use.idToken(), login.expiry());
        }
        return logins.exclusively(issuer, clientId, () -> refreshed(require(issuer, clientId)));
    }

    private StoredLogin require(String issuer, String clientId) {
        return logins.find(issuer, clientId)
                .orElseThrow(() -> loginRequired(
                        "You are not logged in at %s with client id %s.".formatted(issuer, clientId),
                        LoginSettings.command(issuer, clientId)));
    }

    private static ButlerException loginRequired(String sentence, String command) {
        return new ButlerException(ErrorCode.LOGIN_REQUIRED, sentence, "Run: " + command);
    }

    /** Called with the lock: another process may have refreshed the login meanwhile. */
    private Credential refreshed(StoredLogin login) {
        return switch (CredentialPlan.of(login, clock.instant())) {
            case CredentialPlan.Use use -> new Credential(use.idToken(), login.expiry());
            case CredentialPlan.Refresh refresh -> refresh(login, refresh);
            case CredentialPlan.LogIn _ ->
                throw loginRequired(
                        "The login of %s at %s has expired."
                                .formatted(login.user(), login.settings().issuer()),
                        login.settings().command());
        };
    }

    private Credential refresh(StoredLogin login, CredentialPlan.Refresh refresh) {
        try (ProviderSession provider = ProviderSession.open(login.settings(), clock)) {
            return switch (provider.tokens().refresh(refresh.refreshToken())) {
                case TokenResult.Issued issued -> store(login, issued, provider);
                case TokenResult.Rejected rejected -> afterRejection(login, rejected, refresh.fallback());
            };
        } catch (ButlerException e) {
            boolean noResponse = e.kind() == ErrorKind.UNREACHABLE || e.kind() == ErrorKind.TIMEOUT;
            return refresh.fallback()
                    .filter(_ -> noResponse)
                    .map(token -> new Credential(token, login.expiry()))
                    .orElseThrow(() -> e);
        }
    }

    private Credential store(StoredLogin login, TokenResult.Issued issued, ProviderSession provider) {
        if (issued.idToken().isEmpty()) {
            logins.store(login.withoutRefresh());
            throw loginRequired(
                    "%s issues no new ID token for a refresh token."
                            .formatted(login.settings().issuer()),
                    login.settings().command());
        }
        IdToken token = verify(login, issued, provider);
        StoredLogin changed = login.refreshed(token, issued.refreshToken());
        logins.store(changed);
        return new Credential(token.text(), changed.expiry());
    }

    /** The successor of the refresh token is stored even if the ID token is not valid: the old one can no longer be used. */
    private IdToken verify(StoredLogin login, TokenResult.Issued issued, ProviderSession provider) {
        try {
            IdToken token = provider.verify(issued, Optional.empty());
            requireSameUser(login, token);
            return token;
        } catch (ButlerException e) {
            issued.refreshToken().map(login::withRefresh).ifPresent(logins::store);
            throw e;
        }
    }

    /** OpenID Connect Core, section 12.2. */
    private static void requireSameUser(StoredLogin login, IdToken token) {
        boolean sameNonce = token.nonce().isEmpty() || token.nonce().equals(login.nonce());
        if (!token.subject().equals(login.subject()) || !sameNonce) {
            throw new ButlerException(
                    ErrorCode.LOGIN_REJECTED,
                    "The refreshed ID token of %s is not valid."
                            .formatted(login.settings().issuer()),
                    "Run: " + login.settings().command(),
                    List.of(new InputProblem(sameNonce ? "sub" : "nonce", "is not the one of the login")),
                    null);
        }
    }

    private Credential afterRejection(StoredLogin login, TokenResult.Rejected rejected, Optional<String> fallback) {
        if (rejected.error().equals("invalid_grant")) {
            logins.store(login.withoutRefresh());
        }
        return fallback.map(token -> new Credential(token, login.expiry()))
                .orElseThrow(() -> loginRequired(
                        "The login of %s at %s has expired: %s."
                                .formatted(login.user(), login.settings().issuer(), rejected.error()),
                        login.settings().command()));
    }
}
