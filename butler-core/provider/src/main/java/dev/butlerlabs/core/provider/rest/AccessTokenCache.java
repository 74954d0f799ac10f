package dev.butlerlabs.core.provider.rest;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Requests a token when it is needed, and again shortly before it expires. Thread-safe: concurrent callers share one request.
 */
public final class AccessTokenCache {
    /** A token this close to its expiry is not used for a new request. */
    private static final Duration RENEWAL_MARGIN = Duration.ofMinutes(2);

    private final Supplier<AccessToken> source;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private Optional<AccessToken> token = Optional.empty();

    public AccessTokenCache(Supplier<AccessToken> source, InstantSource clock) {
        this.source = source;
        this.clock = clock;
    }

    /**
     * Returns a valid token.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if a new token is needed and cannot be obtained
     */
    public AccessToken get() {
        lock.lock();
        try {
            AccessToken valid = token.filter(
                            known -> known.expiry().minus(RENEWAL_MARGIN).isAfter(clock.instant()))
                    .orElseGet(source);
            token = Optional.of(valid);
            return valid;
        } finally {
            lock.unlock();
        }
    }

    /** Discards a token that the server rejected, unless another caller has already replaced it. */
    public void discard(String rejected) {
        lock.lock();
        try {
            token = token.filter(known -> !known.value().value().equals(rejected));
        } finally {
            lock.unlock();
        }
    }
}
