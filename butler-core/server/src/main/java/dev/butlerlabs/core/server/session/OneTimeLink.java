package dev.butlerlabs.core.server.session;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** A code with which one browser logs in once, within a limited time. Thread-safe. */
public final class OneTimeLink {
    /** How long a code is valid if it is not used. */
    public static final Duration LIFETIME = Duration.ofMinutes(2);

    private final Clock clock;
    private String code = "";
    private Instant expiry = Instant.EPOCH;

    public OneTimeLink(Clock clock) {
        this.clock = clock;
    }

    /** Creates a code. The previous one is no longer valid. */
    public synchronized String create() {
        code = RandomText.create();
        expiry = clock.instant().plus(LIFETIME);
        return code;
    }

    /** Returns whether a code is valid, and invalidates it in this case. */
    public synchronized boolean redeem(String sent) {
        boolean valid = !code.isEmpty() && clock.instant().isBefore(expiry) && RandomText.isEqual(code, sent);
        if (valid) {
            code = "";
        }
        return valid;
    }
}
