package dev.butlerlabs.core.server.login;

import dev.butlerlabs.core.identity.login.AuthorizationRequest;
import dev.butlerlabs.core.server.session.LocalPath;
import dev.butlerlabs.core.server.session.RandomText;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Logins that were started and not finished yet. A browser proves with a cookie that a login is its own. Thread-safe; the oldest are forgotten first. */
final class PendingLogins {
    static final Duration LIFETIME = Duration.ofMinutes(10);

    private static final int MAXIMUM = 2_000;

    private final Clock clock;
    private final Map<String, PendingLogin> logins = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, PendingLogin> eldest) {
            return size() > MAXIMUM;
        }
    };

    PendingLogins(Clock clock) {
        this.clock = clock;
    }

    /** A started login. */
    record PendingLogin(NamedProvider provider, AuthorizationRequest request, LocalPath returnTo, Instant expiry) {}

    /** Stores a login and returns the value of its cookie. */
    synchronized String add(NamedProvider provider, AuthorizationRequest request, LocalPath returnTo) {
        String id = RandomText.create();
        logins.put(
                id,
                new PendingLogin(provider, request, returnTo, clock.instant().plus(LIFETIME)));
        return id;
    }

    /** Removes and returns a login; empty if it is unknown, has expired or was taken. */
    synchronized Optional<PendingLogin> take(String id) {
        return Optional.ofNullable(logins.remove(id))
                .filter(login -> clock.instant().isBefore(login.expiry()));
    }
}
