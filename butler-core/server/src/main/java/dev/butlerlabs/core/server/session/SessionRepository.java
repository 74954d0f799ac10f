package dev.butlerlabs.core.server.session;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.server.access.UserAccess;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sessions of a server, in memory: a restart ends them. Ids are created here only, never taken from a client, and a login always creates a
 * new one, so that a session cannot be fixed in advance. Thread-safe.
 */
public final class SessionRepository implements AutoCloseable {
    private final Map<String, Session> sessions = new ConcurrentHashMap<>();
    private final SessionLimits limits;
    private final Clock clock;

    public SessionRepository(SessionLimits limits, Clock clock) {
        this.limits = limits;
        this.clock = clock;
    }

    public SessionLimits limits() {
        return limits;
    }

    /**
     * Creates a session.
     *
     * @throws ButlerException with ENVIRONMENT if there are too many
     */
    public synchronized Session create(UserAccess access) {
        if (sessions.size() >= limits.maximum()) {
            removeExpired();
        }
        if (sessions.size() >= limits.maximum()) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT,
                    "The console has %d sessions, which is the maximum.".formatted(limits.maximum()),
                    "Try again later.");
        }
        Session session = new Session(RandomText.create(), RandomText.create(), access, clock.instant());
        sessions.put(session.id(), session);
        return session;
    }

    /** Returns a session that has not ended, and extends it. */
    public Optional<Session> use(String id) {
        Optional<Session> found = find(id);
        found.ifPresent(session -> session.use(clock.instant()));
        return found;
    }

    /** Returns a session that has not ended, without extending it. */
    public Optional<Session> find(String id) {
        Session session = sessions.get(id);
        if (session == null) {
            return Optional.empty();
        }
        if (session.isExpired(limits, clock.instant())) {
            end(session);
            return Optional.empty();
        }
        return Optional.of(session);
    }

    /** Ends a session and its streams. Idempotent. */
    public void end(Session session) {
        if (sessions.remove(session.id(), session)) {
            session.end();
        }
    }

    /** Ends the sessions whose time is over. */
    public void removeExpired() {
        Instant now = clock.instant();
        for (Session session : List.copyOf(sessions.values())) {
            if (session.isExpired(limits, now)) {
                end(session);
            }
        }
    }

    public int size() {
        return sessions.size();
    }

    @Override
    public void close() {
        List.copyOf(sessions.values()).forEach(this::end);
    }
}
