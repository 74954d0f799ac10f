package dev.butlerlabs.core.server.http;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Limits the requests of each session or address with a token bucket. Thread-safe. Remembers a limited number of clients; those that were
 * unused for longest are forgotten first.
 */
public final class RequestRateLimiter {
    private static final int MOST_CLIENTS = 20_000;

    private final RequestLimit limit;
    private final Clock clock;
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > MOST_CLIENTS;
        }
    };

    public RequestRateLimiter(RequestLimit limit, Clock clock) {
        this.limit = limit;
        this.clock = clock;
    }

    private record Bucket(double tokens, Instant at) {}

    /** Counts a request; returns when to try again if it exceeds the limit. */
    public synchronized Optional<Duration> take(String client) {
        Instant now = clock.instant();
        double tokens = tokens(buckets.get(client), now);
        if (tokens < 1) {
            buckets.put(client, new Bucket(tokens, now));
            double seconds = (1 - tokens) / limit.perSecond();
            return Optional.of(Duration.ofSeconds(Math.max(1, (long) Math.ceil(seconds))));
        }
        buckets.put(client, new Bucket(tokens - 1, now));
        return Optional.empty();
    }

    private double tokens(Bucket bucket, Instant now) {
        if (bucket == null) {
            return limit.burst();
        }
        double seconds = Math.max(0, Duration.between(bucket.at(), now).toMillis() / 1000.0);
        return Math.min(limit.burst(), bucket.tokens() + seconds * limit.perSecond());
    }
}
