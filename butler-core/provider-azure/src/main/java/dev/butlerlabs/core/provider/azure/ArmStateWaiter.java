package dev.butlerlabs.core.provider.azure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.provider.rest.OperationPoller;
import dev.butlerlabs.core.provider.rest.OperationStatus;
import dev.butlerlabs.core.retry.Backoff;
import dev.butlerlabs.core.retry.Sleeper;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits until a long-running operation has changed the state of a resource. */
final class ArmStateWaiter {
    private static final Duration LIMIT = Duration.ofMinutes(30);

    private final OperationPoller poller;

    ArmStateWaiter(InstantSource clock, Sleeper sleeper) {
        this.poller = new OperationPoller(
                new Backoff(Duration.ofMillis(100), 2, Duration.ofSeconds(5), 0.2), LIMIT, clock, sleeper);
    }

    OperationPoller poller() {
        return poller;
    }

    /**
     * Reads a resource until it has a state.
     *
     * @param title such as {@code the image talos}
     * @return the last document; empty if the resource does not exist
     * @throws ButlerException with TIMEOUT if it does not reach the state within 30 minutes
     */
    Optional<JsonNode> await(String title, Supplier<Optional<JsonNode>> read, Predicate<Optional<JsonNode>> reached) {
        AtomicReference<Optional<JsonNode>> last = new AtomicReference<>(Optional.empty());
        OperationStatus status = poller.await(() -> {
            last.set(read.get());
            return reached.test(last.get())
                    ? new OperationStatus.Succeeded(JsonDocument.object())
                    : new OperationStatus.InProgress();
        });
        if (status instanceof OperationStatus.InProgress) {
            throw new ButlerException(
                    ErrorCode.TIMEOUT,
                    "Azure is still changing %s after %d minutes.".formatted(title, LIMIT.toMinutes()));
        }
        return last.get();
    }
}
