package dev.butlerlabs.core.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Decides whether an informer has lost its watch. The client reports a watch as established only when the first data arrives, which is the bookmark that an
 * API server sends about every minute if nothing changes. A watch that was just started or renewed is therefore not lost. Thread-safe.
 */
final class LostWatchDetector {
    /** Longer than the time between two bookmarks. */
    static final Duration GRACE = Duration.ofSeconds(90);

    private final InstantSource clock;
    private final Map<String, Instant> silentSince = new ConcurrentHashMap<>();

    LostWatchDetector(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Returns whether a watch is lost.
     *
     * @param informer identifies the informer
     * @param isWatching what the client reports
     */
    boolean isLost(String informer, boolean isWatching) {
        if (isWatching) {
            silentSince.remove(informer);
            return false;
        }
        Instant now = clock.instant();
        Instant since =
                Optional.ofNullable(silentSince.putIfAbsent(informer, now)).orElse(now);
        return !since.plus(GRACE).isAfter(now);
    }
}
