package dev.butlerlabs.core.docker;

import com.github.dockerjava.api.async.ResultCallbackTemplate;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits for the end of streams. */
final class DockerStreams {
    private DockerStreams() {}

    /**
     * Waits until the stream ends. Closes it in any case.
     *
     * @throws ButlerException with {@code TIMEOUT} if it takes longer than the limit
     */
    static void complete(ResultCallbackTemplate<?, ?> stream, Duration limit, String what) {
        if (!endsWithin(stream, limit)) {
            throw new ButlerException(ErrorCode.TIMEOUT, "%s timed out after %d s.".formatted(what, limit.toSeconds()));
        }
    }

    static boolean endsWithin(ResultCallbackTemplate<?, ?> stream, Duration limit) {
        try (stream) {
            return stream.awaitCompletion(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "Interrupted while waiting for the Docker engine.", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
