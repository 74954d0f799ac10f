package dev.butlerlabs.core.embedded.store;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How a store keeps its data.
 *
 * @param directory where the files live; empty for a store that lives in memory only
 * @param historyEvents the most events remembered for watches and for lists at an older revision
 * @param historyBytes the most bytes of values those events may hold
 * @param snapshotLogBytes how far the log grows before a snapshot replaces it (a larger store waits for a larger log)
 * @param subscriptionEvents the most events that may wait for one slow watcher
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
            throw new IllegalArgumentException("bounds of a store are positive");
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

    /** Removes a damaged last record of the log, after a copy of it is saved beside the log, and reports it. */
    public StoreOptions withRepair(Consumer<RemovedRecord> report) {
        return new StoreOptions(
                directory, historyEvents, historyBytes, snapshotLogBytes, subscriptionEvents, Optional.of(report));
    }
}
