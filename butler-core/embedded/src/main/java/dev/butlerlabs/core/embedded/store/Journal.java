package dev.butlerlabs.core.embedded.store;

import java.util.List;
import java.util.function.Supplier;

/** Where events are made durable. Used by the committer alone. */
interface Journal extends AutoCloseable {
    /** A journal that forgets: for stores that live in memory only. */
    Journal NONE = new Journal() {
        @Override
        public void append(List<StoreEvent> events) {}

        @Override
        public void considerSnapshot(Supplier<Checkpoint> checkpoint) {}

        @Override
        public void close() {}
    };

    /** Returns when the events are durable; when it throws, none of them happened. */
    void append(List<StoreEvent> events);

    /** A moment between two batches, at which a snapshot may begin if the log has grown. */
    void considerSnapshot(Supplier<Checkpoint> checkpoint);

    @Override
    void close();
}
