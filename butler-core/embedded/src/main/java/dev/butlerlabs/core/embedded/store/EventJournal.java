package dev.butlerlabs.core.embedded.store;

import java.util.List;
import java.util.function.Supplier;

/** Makes events durable. Used only by the committer thread. */
interface EventJournal extends AutoCloseable {
    /** A journal without storage, for in-memory stores. */
    EventJournal NONE = new EventJournal() {
        @Override
        public void append(List<StoreEvent> events) {}

        @Override
        public void considerSnapshot(Supplier<StoreCheckpoint> checkpoint) {}

        @Override
        public void close() {}
    };

    /** Appends events and returns when they are durable; if it throws, none of them is applied. */
    void append(List<StoreEvent> events);

    /** Called between two batches; starts a snapshot if the log has grown. */
    void considerSnapshot(Supplier<StoreCheckpoint> checkpoint);

    @Override
    void close();
}
