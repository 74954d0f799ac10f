package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.retry.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Delays further attempts after failures. A changed spec is tried at once. Kept in memory: after a restart the first attempt is made at
 * once. Thread-safe.
 */
final class ImageSyncRetries {
    private final Backoff backoff;
    private final InstantSource clock;
    private final Map<String, Failure> failures = new ConcurrentHashMap<>();

    /** @param providerId the failed image on the infrastructure; empty if there is none */
    private record Failure(Long generation, int count, Instant time, String providerId) {}

    ImageSyncRetries(Backoff backoff, InstantSource clock) {
        this.backoff = backoff;
        this.clock = clock;
    }

    void failed(ImageSync sync, String providerId) {
        failures.compute(
                uid(sync),
                (_, before) -> new Failure(
                        generation(sync),
                        before == null || !before.generation().equals(generation(sync)) ? 1 : before.count() + 1,
                        clock.instant(),
                        providerId));
    }

    void forget(ImageSync sync) {
        failures.remove(uid(sync));
    }

    /** Returns whether the failure of this image on the infrastructure was reported before, so that it can be replaced. */
    boolean isReported(ImageSync sync, String providerId) {
        return find(sync)
                .filter(failure -> failure.providerId().equals(providerId))
                .isPresent();
    }

    /** Returns how long to wait before the next attempt; empty if it is due. */
    Optional<Duration> delay(ImageSync sync) {
        return find(sync)
                .map(failure -> Duration.between(clock.instant(), due(failure)))
                .filter(delay -> delay.isPositive());
    }

    private Instant due(Failure failure) {
        // Without jitter, the random numbers are not used.
        return failure.time().plus(backoff.delay(failure.count(), new Random(0)));
    }

    private Optional<Failure> find(ImageSync sync) {
        return Optional.ofNullable(failures.get(uid(sync)))
                .filter(failure -> failure.generation().equals(generation(sync)));
    }

    private static String uid(ImageSync sync) {
        return String.valueOf(sync.getMetadata().getUid());
    }

    private static Long generation(ImageSync sync) {
        return Objects.requireNonNullElse(sync.getMetadata().getGeneration(), 0L);
    }
}
