package dev.butlerlabs.core.server.login;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.identity.login.AuthorizationRequest;
import dev.butlerlabs.core.identity.login.ProviderSession;
import dev.butlerlabs.core.identity.login.RedirectResult;
import dev.butlerlabs.core.identity.login.TokenResult;
import dev.butlerlabs.core.identity.oidc.IdToken;
import dev.butlerlabs.core.server.access.UserAccess;
import dev.butlerlabs.core.server.session.LocalPath;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Logs users in with the authorization code flow and PKCE. Thread-safe. */
public final class OidcLogin {
    private static final RandomGenerator RANDOM = new SecureRandom();

    private final ProviderDirectory providers;
    private final UserClientFactory clients;
    private final URI redirect;
    private final PendingLogins pending;
    private final Clock clock;

    /** @param redirect the address of this server to which providers send the browser */
    public OidcLogin(ProviderDirectory providers, UserClientFactory clients, URI redirect, Clock clock) {
        this.providers = providers;
        this.clients = clients;
        this.redirect = redirect;
        this.pending = new PendingLogins(clock);
        this.clock = clock;
    }

    /**
     * A started login.
     *
     * @param cookie proves that the browser started it
     * @param address of the provider, for the browser
     */
    public record Start(String cookie, URI address) {
        @Override
        public String toString() {
            return "Start";
        }
    }

    /** A finished login. */
    public record Finish(UserAccess access, LocalPath returnTo) {}

    /** Returns how long a started login can be finished. */
    public static Duration lifetime() {
        return PendingLogins.LIFETIME;
    }

    public ProviderDirectory providers() {
        return providers;
    }

    /**
     * Starts a login.
     *
     * @param provider empty for the only one
     * @throws ButlerException if the provider does not exist or does not respond
     */
    public Start start(Optional<String> provider, LocalPath returnTo) {
        NamedProvider named = providers.require(provider);
        try (ProviderSession session = ProviderSession.open(named.settings(), named.claims(), clock)) {
            AuthorizationRequest request = AuthorizationRequest.create(redirect, session.scopes(), RANDOM);
            URI address = request.address(session.metadata(), named.settings().clientId());
            return new Start(pending.add(named, request, returnTo), address);
        }
    }

    /**
     * Finishes a login.
     *
     * @param cookie of the browser
     * @param query with which the provider sent the browser back
     * @throws ButlerException with LOGIN_REJECTED if the login is not one of this browser, or was rejected
     */
    public Finish finish(String cookie, String query) {
        PendingLogins.PendingLogin login = pending.take(cookie)
                .orElseThrow(() -> rejected("This browser did not start a login, or it took too long."));
        NamedProvider provider = login.provider();
        String code = switch (RedirectResult.of(
                query, login.request().state(), provider.settings().issuer())) {
            case RedirectResult.Code found -> found.code();
            case RedirectResult.Refused refused ->
                throw refused.reason().failure(provider.settings().issuer());
            case RedirectResult.Unrelated unrelated -> throw rejected(unrelated.reason());
        };
        try (ProviderSession session = ProviderSession.open(provider.settings(), provider.claims(), clock)) {
            TokenResult.Issued issued = session.tokens()
                    .exchange(code, login.request())
                    .require(provider.settings().issuer());
            IdToken token = session.verify(issued, Optional.of(login.request().nonce()));
            UserAccess access = new OidcUserAccess(provider, clients, clock, token, issued.refreshToken());
            return new Finish(access, login.returnTo());
        }
    }

    private static ButlerException rejected(String why) {
        return new ButlerException(ErrorCode.LOGIN_REJECTED, why, "Log in again.");
    }
}
