package dev.butlerlabs.core.server;

import dev.butlerlabs.core.server.session.SessionRepository;
import java.time.Duration;

/** Ends expired sessions regularly, so that their streams end without a request. */
final class SessionSweeper implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final Thread thread;

    private SessionSweeper(Thread thread) {
        this.thread = thread;
    }

    static SessionSweeper start(SessionRepository sessions) {
        return new SessionSweeper(Thread.ofVirtual().name("session-sweeper").start(() -> sweep(sessions)));
    }

    private static void sweep(SessionRepository sessions) {
        try {
            while (true) {
                Thread.sleep(INTERVAL);
                sessions.removeExpired();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
