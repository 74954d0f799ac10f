package dev.butlerlabs.core.provider.gcp;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Operations that this process started and that have not been seen to finish. A change is not requested again while its operation runs, and
 * the error of a failed operation is reported. Without this memory, such as after a restart, a change is requested again, which is safe: the
 * names of resources are unique. Thread-safe.
 */
final class GcpPendingOperations {
    private final GcpClient client;
    private final Map<String, String> operations = new ConcurrentHashMap<>();

    GcpPendingOperations(GcpClient client) {
        this.client = client;
    }

    /**
     * Requests a change, unless its operation is still running. A conflict means that another request for the same change came first.
     *
     * @param purpose what the change does, such as {@code create the address demo-cp-api}
     * @param key identifies the change
     * @throws ButlerException with the error of the operation, if it failed
     */
    void request(String purpose, String key, Supplier<GcpOperation> change) {
        Optional<GcpOperation> earlier =
                Optional.ofNullable(operations.get(key)).flatMap(this::find);
        if (earlier.filter(operation -> !operation.isDone()).isPresent()) {
            return;
        }
        operations.remove(key);
        requireSuccess(purpose, earlier);
        try {
            GcpOperation started = change.get();
            requireSuccess(purpose, Optional.of(started));
            if (!started.isDone()) {
                operations.put(key, started.path());
            }
        } catch (ButlerException e) {
            if (e.code() != ErrorCode.CONFLICT) {
                throw e;
            }
        }
    }

    private Optional<GcpOperation> find(String path) {
        return client.find(path).map(GcpOperation::of);
    }

    private void requireSuccess(String purpose, Optional<GcpOperation> operation) {
        operation
                .filter(GcpOperation::isFailed)
                .map(failed -> GcpErrorClassification.ofOperation(
                        purpose, failed.error().orElseThrow(), client.redactor()))
                .filter(failure -> failure.code() != ErrorCode.CONFLICT)
                .ifPresent(failure -> {
                    throw failure;
                });
    }
}
