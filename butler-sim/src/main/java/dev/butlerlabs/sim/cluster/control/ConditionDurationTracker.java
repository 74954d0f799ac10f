package dev.butlerlabs.sim.cluster.control;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Tracks how long conditions have lasted. Conditions that are no longer queried are forgotten. Not thread-safe. */
public final class ConditionDurationTracker {
    private final Map<String, Since> all = new HashMap<>();
    private long round;
    private long nextLook = Long.MAX_VALUE;

    private record Since(long start, long round) {}

    public void beginRound() {
        round++;
        nextLook = Long.MAX_VALUE;
    }

    public boolean lasted(String what, Duration enough) {
        long now = System.nanoTime();
        long start = Optional.ofNullable(all.get(what)).map(Since::start).orElse(now);
        all.put(what, new Since(start, round));
        long left = start + enough.toNanos() - now;
        if (left <= 0) {
            return true;
        }
        nextLook = Math.min(nextLook, left);
        return false;
    }

    public void checkAgainIn(Duration time) {
        nextLook = Math.min(nextLook, time.toNanos());
    }

    public void forget(String what) {
        all.remove(what);
    }

    /** Ends a round and returns the time until the next condition is due; empty if none is pending. */
    public Optional<Duration> endRound() {
        all.values().removeIf(since -> since.round < round);
        return nextLook == Long.MAX_VALUE ? Optional.empty() : Optional.of(Duration.ofNanos(nextLook));
    }
}
