package dev.butlerlabs.core.server.session;

import dev.butlerlabs.core.server.access.UserAccess;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A logged-in browser. Thread-safe. {@link #toString} contains neither its id nor its token. */
public final class Session {
    private final String id;
    private final String csrfToken;
    private final UserAccess access;
    private final Instant createdAt;
    private final Set<Runnable> endListeners = ConcurrentHashMap.newKeySet();
    private volatile Instant usedAt;
    private volatile boolean ended;

    Session(String id, String csrfToken, UserAccess access, Instant createdAt) {
        this.id = Objects.requireNonNull(id, "id");
        this.csrfToken = Objects.requireNonNull(csrfToken, "csrfToken");
        this.access = Objects.requireNonNull(access, "access");
        this.createdAt = createdAt;
        this.usedAt = createdAt;
    }

    /** Returns the value of the cookie, a credential. */
    public String id() {
        return id;
    }

    /** Returns the token that requests with side effects repeat in a header. */
    public String csrfToken() {
        return csrfToken;
    }

    public UserAccess access() {
        return access;
    }

    /** Returns when the session ends without further requests. */
    public Instant expiresAt(SessionLimits limits) {
        Instant idle = usedAt.plus(limits.idle());
        Instant absolute = createdAt.plus(limits.absolute());
        return idle.isBefore(absolute) ? idle : absolute;
    }

    boolean isExpired(SessionLimits limits, Instant now) {
        return ended || !now.isBefore(expiresAt(limits));
    }

    void use(Instant now) {
        usedAt = now;
    }

    public boolean hasEnded() {
        return ended;
    }

    /** Runs an action when the session ends; at once if it has ended. */
    public void onEnd(Runnable action) {
        endListeners.add(action);
        if (ended) {
            action.run();
        }
    }

    public void removeEndListener(Runnable action) {
        endListeners.remove(action);
    }

    void end() {
        ended = true;
        endListeners.forEach(Runnable::run);
        access.close();
    }

    @Override
    public String toString() {
        return "Session[user=%s]".formatted(access.user());
    }
}
