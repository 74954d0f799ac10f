package dev.butlerlabs.core.embedded.store;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Options of a store.
 *
 * @param directory the directory of the files; empty for an in-memory store
 * @param historyEvents maximum number of events kept for watches and for lists at an older revision
 * @param historyBytes maximum size of the values of those events in bytes
 * @param snapshotLogBytes minimum log size at which a snapshot replaces it (a larger store waits for a larger log)
 * @param subscriptionEvents maximum number of events queued for a slow watcher
 * @param repair if present, a damaged last record of the log is removed and reported here; otherwise the store is not opened
 */
public record StoreOptions(
        Optional<Path> directory,
        int historyEvents,
        long historyBytes,
        long snapshotLogBytes,
        int subscriptionEvents,
        Optional<Consumer<RemovedRecord>> repair) {
    private static final int MEBIBYTE = 1 << 20;

    public StoreOptions {
        if (historyEvents < 0 || historyBytes < 0 || snapshotLogBytes < 1 || subscriptionEvents < 1) {
            throw new IllegalArgumentException("the limits of a store must be positive");
        }
    }

    public static StoreOptions inDirectory(Path directory) {
        return usual(Optional.of(directory));
    }

    public static StoreOptions inMemory() {
        return usual(Optional.empty());
    }

    private static StoreOptions usual(Optional<Path> directory) {
        return new StoreOptions(directory, 20_000, 32L * MEBIBYTE, 16L * MEBIBYTE, 10_000, Optional.empty());
    }

    public StoreOptions withHistory(int events, long bytes) {
        return new StoreOptions(directory, events, bytes, snapshotLogBytes, subscriptionEvents, repair);
    }

    public StoreOptions withSnapshotLogBytes(long bytes) {
        return new StoreOptions(directory, historyEvents, historyBytes, bytes, subscriptionEvents, repair);
    }

    public StoreOptions withSubscriptionEvents(int events) {
        return new StoreOptions(directory, historyEvents, historyBytes, snapshotLogBytes, events, repair);
    }

    /** Removes a damaged last record of the log, after saving a copy of it next to the log, and reports it. */
    public StoreOptions withRepair(Consumer<RemovedRecord> report) {
        return new StoreOptions(
                directory, historyEvents, historyBytes, snapshotLogBytes, subscriptionEvents, Optional.of(report));
    }
}
