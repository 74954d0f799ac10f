package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.image.ImageFactorySettings;
import dev.butlerlabs.core.retry.Backoff;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The intervals and limits of image transfers. Immutable.
 *
 * @param poll the interval while an image is built, transferred or deleted
 * @param recheck the interval for a ready image
 * @param retries the delays after failures
 * @param factoryTimeout the maximum time of a request to the image factory
 * @param factory the image factory; that of the ButlerConfig if empty
 */
public record ImageSyncOptions(
        Duration poll,
        Duration recheck,
        Backoff retries,
        Duration factoryTimeout,
        Optional<ImageFactorySettings> factory) {
    public ImageSyncOptions {
        Objects.requireNonNull(poll, "poll");
        Objects.requireNonNull(recheck, "recheck");
        Objects.requireNonNull(retries, "retries");
        Objects.requireNonNull(factoryTimeout, "factoryTimeout");
        Objects.requireNonNull(factory, "factory");
    }

    public static ImageSyncOptions standard() {
        return new ImageSyncOptions(
                Duration.ofSeconds(10),
                Duration.ofMinutes(10),
                new Backoff(Duration.ofSeconds(30), 2, Duration.ofMinutes(10), 0),
                Duration.ofSeconds(30),
                Optional.empty());
    }

    /** Returns the same intervals with an image factory. */
    public ImageSyncOptions withFactory(ImageFactorySettings changed) {
        return new ImageSyncOptions(poll, recheck, retries, factoryTimeout, Optional.of(changed));
    }

    /** Returns short intervals for simulated infrastructures and a simulated image factory. */
    public static ImageSyncOptions rehearsal(ImageFactorySettings factory) {
        return new ImageSyncOptions(
                Duration.ofMillis(100),
                Duration.ofSeconds(2),
                new Backoff(Duration.ofMillis(500), 2, Duration.ofSeconds(10), 0),
                Duration.ofSeconds(5),
                Optional.of(factory));
    }
}
