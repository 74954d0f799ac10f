package dev.butlerlabs.core.embedded.store;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The current state, the history and the watchers. A commit changes all three under one lock, so a watch neither misses an event nor sees
 * one twice. Reading the current state takes no lock.
 */
final class StateTimeline {
    private final ReentrantLock lock = new ReentrantLock();
    private final EventHistory history;
    private final WatcherIndex watchers;
    private volatile StoreState state;

    StateTimeline(StoreState state, EventHistory history, int subscriptionEvents) {
        this.state = state;
        this.history = history;
        this.watchers = new WatcherIndex(lock, () -> this.state.revision(), subscriptionEvents);
    }

    StoreState now() {
        return state;
    }

    long oldestRevision() {
        return locked(history::floor);
    }

    void publish(StoreState next, List<StoreEvent> events) {
        lock.lock();
        try {
            state = next;
            events.forEach(history::add);
            watchers.tell(events);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the state at an older revision; it is only valid for keys with the prefix. */
    StoreState at(long revision, String prefix) {
        StoreCheckpoint past = locked(() -> {
            requireRemembered(revision);
            return new StoreCheckpoint(state, history.floor(), history.after(revision));
        });
        if (revision > past.state().revision()) {
            throw new IllegalArgumentException("revision " + revision + " is in the future");
        }
        return new StoreState(revision, undo(past.state().tree(), past.history(), prefix));
    }

    WatchSubscription watch(String prefix, long afterRevision, EventSink sink) {
        return locked(() -> {
            requireRemembered(afterRevision);
            List<StoreEvent> missed = history.after(afterRevision).stream()
                    .filter(event -> event.key().startsWith(prefix))
                    .toList();
            return watchers.add(prefix, afterRevision, missed, sink);
        });
    }

    StoreCheckpoint checkpoint() {
        return locked(() -> new StoreCheckpoint(state, history.floor(), history.after(history.floor())));
    }

    void endWatches(SubscriptionEndReason reason) {
        lock.lock();
        try {
            watchers.endAll(reason);
        } finally {
            lock.unlock();
        }
    }

    private void requireRemembered(long revision) {
        if (revision < history.floor()) {
            throw new CompactedException(revision, history.floor());
        }
    }

    private static EntryTree undo(EntryTree tree, List<StoreEvent> later, String prefix) {
        EntryTree undone = tree;
        for (StoreEvent event : later.reversed()) {
            if (event.key().startsWith(prefix)) {
                undone = undo(undone, event);
            }
        }
        return undone;
    }

    private static EntryTree undo(EntryTree tree, StoreEvent event) {
        return switch (event) {
            case StoreEvent.Created created -> tree.without(created.key());
            case StoreEvent.Replaced replaced -> tree.with(replaced.previous());
            case StoreEvent.Deleted deleted -> tree.with(deleted.previous());
            case StoreEvent.Progress _ -> tree;
        };
    }

    private <T> T locked(Supplier<T> reading) {
        lock.lock();
        try {
            return reading.get();
        } finally {
            lock.unlock();
        }
    }
}
