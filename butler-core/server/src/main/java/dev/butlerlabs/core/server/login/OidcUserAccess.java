package dev.butlerlabs.core.server.login;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.identity.login.ProviderSession;
import dev.butlerlabs.core.identity.login.TokenResult;
import dev.butlerlabs.core.identity.oidc.IdToken;
import dev.butlerlabs.core.server.access.ConsoleUser;
import dev.butlerlabs.core.server.access.UserAccess;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The access of a user who logged in with OpenID Connect. It is valid as long as the ID token, which is refreshed shortly before its end, so that
 * a user whom the provider removes loses access then. Thread-safe. {@link #toString} contains no token.
 */
final class OidcUserAccess implements UserAccess {
    private static final Duration MARGIN = Duration.ofSeconds(60);

    private final NamedProvider provider;
    private final UserClientFactory clients;
    private final Clock clock;
    private volatile State state;
    private Optional<String> refreshToken;

    /** What follows from one ID token. */
    private record State(IdToken token, ConsoleUser user, KubernetesClient client) {
        @Override
        public String toString() {
            return "State[user=%s]".formatted(user);
        }
    }

    OidcUserAccess(
            NamedProvider provider,
            UserClientFactory clients,
            Clock clock,
            IdToken token,
            Optional<String> refreshToken) {
        this.provider = provider;
        this.clients = clients;
        this.clock = clock;
        this.refreshToken = refreshToken;
        this.state = state(token);
    }

    private State state(IdToken token) {
        ConsoleUser user = ImpersonationPolicy.user(provider, token);
        return new State(token, user, clients.connect(user, () -> state.token().text()));
    }

    @Override
    public ConsoleUser user() {
        return state.user();
    }

    @Override
    public KubernetesClient client() {
        return state.client();
    }

    @Override
    public String identityKey() {
        ConsoleUser user = state.user();
        return "oidc\n" + provider.name() + "\n" + user.name() + "\n" + String.join("\n", user.groups());
    }

    @Override
    public void requireValid(Instant now) {
        if (now.isBefore(state.token().expiry().minus(MARGIN))) {
            return;
        }
        synchronized (this) {
            if (now.isBefore(state.token().expiry().minus(margin()))) {
                return;
            }
            try {
                refreshNow();
            } catch (ButlerException e) {
                boolean noResponse = e.kind() == ErrorKind.UNREACHABLE || e.kind() == ErrorKind.TIMEOUT;
                boolean stillValid = now.isBefore(state.token().expiry());
                if (!stillValid || !(noResponse || refreshToken.isEmpty())) {
                    throw ended(e);
                }
            }
        }
    }

    /** Tokens that live shorter than the margin are refreshed in the last quarter of their life. */
    private Duration margin() {
        IdToken token = state.token();
        Duration quarter = Duration.between(token.issuedAt(), token.expiry()).dividedBy(4);
        return quarter.compareTo(MARGIN) < 0 ? quarter : MARGIN;
    }

    @Override
    public synchronized void refresh() {
        if (refreshToken.isEmpty()) {
            requireValid(clock.instant());
            return;
        }
        refreshNow();
    }

    private void refreshNow() {
        String used = refreshToken.orElseThrow(() -> loginRequired("The login has expired."));
        try (ProviderSession session = ProviderSession.open(provider.settings(), provider.claims(), clock)) {
            switch (session.tokens().refresh(used)) {
                case TokenResult.Rejected rejected -> {
                    refreshToken = Optional.empty();
                    throw loginRequired("The identity provider rejected the refresh: " + rejected.error() + ".");
                }
                case TokenResult.Issued issued -> {
                    refreshToken = issued.refreshToken().or(() -> refreshToken);
                    use(session.verify(issued, Optional.empty()));
                }
            }
        }
    }

    /** A refreshed token must be one of the same user (OpenID Connect Core, section 12.2). */
    private void use(IdToken token) {
        if (!token.subject().equals(state.token().subject())) {
            refreshToken = Optional.empty();
            throw loginRequired("The identity provider returned a token of another user.");
        }
        ConsoleUser user = ImpersonationPolicy.user(provider, token);
        state = user.equals(state.user()) ? new State(token, user, state.client()) : state(token);
    }

    private static ButlerException ended(ButlerException cause) {
        return new ButlerException(
                ErrorCode.LOGIN_REQUIRED, "The login has expired.", "Log in again.", java.util.List.of(), cause);
    }

    private static ButlerException loginRequired(String why) {
        return new ButlerException(ErrorCode.LOGIN_REQUIRED, why, "Log in again.");
    }

    @Override
    public synchronized void close() {
        refreshToken = Optional.empty();
    }

    @Override
    public String toString() {
        return "OidcUserAccess[user=%s]".formatted(state.user());
    }
}
