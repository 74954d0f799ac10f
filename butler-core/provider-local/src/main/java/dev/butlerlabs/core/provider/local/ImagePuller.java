package dev.butlerlabs.core.provider.local;

import dev.butlerlabs.core.docker.DockerEngine;
import dev.butlerlabs.core.docker.ImageName;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Pulls missing images in the background, each once for all machines that need it. A pull takes minutes, and callers must not wait for it.
 * Thread-safe.
 */
final class ImagePuller implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(30);

    private final DockerEngine engine;
    private final Map<ImageName, Pull> pulls = new HashMap<>();

    ImagePuller(DockerEngine engine) {
        this.engine = engine;
    }

    private record Pull(Thread thread, CompletableFuture<Optional<ButlerException>> result) {}

    /**
     * Returns whether the engine has the image. If not, pulls it; later calls return true when it has arrived.
     *
     * @throws ButlerException if the pull failed; the next call tries again
     */
    boolean isPresent(ImageName image) {
        finished(image).ifPresent(failure -> {
            throw failure;
        });
        if (LocalErrorMapper.call(() -> engine.images().has(image))) {
            return true;
        }
        begin(image);
        return false;
    }

    /** Forgets a finished pull and returns its failure. */
    private synchronized Optional<ButlerException> finished(ImageName image) {
        Pull pull = pulls.get(image);
        if (pull == null || !pull.result().isDone()) {
            return Optional.empty();
        }
        pulls.remove(image);
        return pull.result().join();
    }

    private synchronized void begin(ImageName image) {
        pulls.computeIfAbsent(image, _ -> {
            CompletableFuture<Optional<ButlerException>> result = new CompletableFuture<>();
            Thread thread = Thread.ofVirtual().name("pull " + image).start(() -> result.complete(pull(image)));
            return new Pull(thread, result);
        });
    }

    private Optional<ButlerException> pull(ImageName image) {
        try {
            engine.images().pull(image, LIMIT, _ -> {});
            return engine.images().has(image)
                    ? Optional.empty()
                    : Optional.of(failed("The Docker engine pulled image %s but does not have it.".formatted(image)));
        } catch (ButlerException e) {
            return Optional.of(isLasting(e) ? failed(e.getMessage()) : LocalErrorMapper.classified(e));
        }
    }

    /** A registry that does not have the image, or denies it, will do so again. */
    private static boolean isLasting(ButlerException failure) {
        String message = failure.getMessage().toLowerCase(Locale.ROOT);
        return Stream.of("not found", "manifest unknown", "denied", "unauthorized")
                .anyMatch(message::contains);
    }

    private static ButlerException failed(String message) {
        return new ButlerException(
                ErrorCode.PROVIDER,
                message,
                "Check image of the provider local, or load the image with docker pull or docker load.",
                List.of(),
                null);
    }

    /** Cancels the pulls. */
    @Override
    public synchronized void close() {
        pulls.values().forEach(pull -> pull.thread().interrupt());
        pulls.clear();
    }
}
