package dev.butlerlabs.core.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Limits the rate of an action for each key: a burst, then one per refill interval. Bounded in memory. Thread-safe. */
final class TokenBuckets {
    private static final int MOST_KEYS = 4096;

    private final int burst;
    private final Duration refill;
    private final InstantSource clock;
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > MOST_KEYS;
        }
    };

    TokenBuckets(int burst, Duration refill, InstantSource clock) {
        this.burst = burst;
        this.refill = refill;
        this.clock = clock;
    }

    /** Returns the limits of Kubernetes components for events: a burst of 25, then one in five minutes. */
    static TokenBuckets standard(InstantSource clock) {
        return new TokenBuckets(25, Duration.ofMinutes(5), clock);
    }

    synchronized boolean take(String key) {
        Instant now = clock.instant();
        Bucket bucket = buckets.getOrDefault(key, new Bucket(burst, now));
        double tokens = Math.min(burst, bucket.tokens() + refilled(bucket.since(), now));
        boolean granted = tokens >= 1;
        buckets.put(key, new Bucket(granted ? tokens - 1 : tokens, now));
        return granted;
    }

    private double refilled(Instant since, Instant now) {
        return Math.max(0, Duration.between(since, now).toMillis() / (double) refill.toMillis());
    }

    private record Bucket(double tokens, Instant since) {}
}
