package dev.butlerlabs.core.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that goes on only when it is told to. */
public final class SteppedClock extends Clock {
    private Instant now = Instant.EPOCH;

    public void pass(long seconds) {
        now = now.plus(Duration.ofSeconds(seconds));
    }

    @Override
    public Instant instant() {
        return now;
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
