package dev.butlerlabs.core.identity.login;

import dev.butlerlabs.core.error.ButlerException;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;

/** Logs users out. */
public final class UserLogout {
    private final LoginRepository logins;
    private final Clock clock;

    public UserLogout(LoginRepository logins, Clock clock) {
        this.logins = logins;
        this.clock = clock;
    }

    /**
     * What happened to the refresh token.
     *
     * @param revoked whether the provider confirmed the revocation
     * @param failure why not; empty if there was nothing to revoke or the provider has no revocation endpoint
     */
    public record Result(boolean revoked, Optional<String> failure) {
        public Result {
            Objects.requireNonNull(failure, "failure");
        }
    }

    /** Deletes the tokens of a login from this machine, after an attempt to revoke the refresh token. */
    public Result logOut(StoredLogin login) {
        LoginSettings settings = login.settings();
        return logins.exclusively(settings.issuer(), settings.clientId(), () -> {
            Optional<StoredLogin> current = logins.find(settings.issuer(), settings.clientId());
            try {
                return current.flatMap(StoredLogin::refreshToken)
                        .map(token -> revoke(settings, token))
                        .orElse(new Result(false, Optional.empty()));
            } finally {
                logins.delete(settings.issuer(), settings.clientId());
            }
        });
    }

    private Result revoke(LoginSettings settings, String refreshToken) {
        try (ProviderSession provider = ProviderSession.open(settings, clock)) {
            return new Result(provider.tokens().revoke(refreshToken), Optional.empty());
        } catch (ButlerException e) {
            return new Result(false, Optional.of(e.getMessage()));
        }
    }
}
