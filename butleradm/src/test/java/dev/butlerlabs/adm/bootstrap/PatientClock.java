package dev.butlerlabs.adm.bootstrap;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that runs as all do and can be put forward. */
final class PatientClock extends Clock {
    private static final Duration PATIENCE = Duration.ofHours(2);

    private volatile Duration ahead = Duration.ZERO;

    void put(Duration forward) {
        ahead = forward;
    }

    /** Long enough for whoever waits by this clock to give up. */
    void loseThePatience() {
        ahead = ahead.plus(PATIENCE);
    }

    @Override
    public Instant instant() {
        return Instant.now().plus(ahead);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
