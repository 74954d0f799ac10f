package dev.butlerlabs.core.server.session;

import java.time.Duration;

/**
 * The limits of sessions.
 *
 * @param idle a session without requests ends after this time
 * @param absolute a session ends after this time in any case
 * @param maximum how many sessions exist at once
 */
public record SessionLimits(Duration idle, Duration absolute, int maximum) {
    public static final SessionLimits DEFAULT = new SessionLimits(Duration.ofMinutes(30), Duration.ofHours(12), 10_000);

    public SessionLimits {
        if (idle.isNegative() || idle.isZero() || absolute.compareTo(idle) < 0 || maximum < 1) {
            throw new IllegalArgumentException("limits of sessions");
        }
    }
}
