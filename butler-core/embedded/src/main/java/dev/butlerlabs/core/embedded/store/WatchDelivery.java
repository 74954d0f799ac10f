package dev.butlerlabs.core.embedded.store;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The bounded event queue of a watcher and the virtual thread that delivers the events, so that the committer never waits for a sink. */
final class WatchDelivery {
    private static final Logger LOG = LoggerFactory.getLogger(WatchDelivery.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<StoreEvent> waiting;
    private final long afterRevision;
    private final int capacity;
    private final EventSink sink;
    private boolean ended;

    /**
     * Creates a delivery. Missed events since an older revision do not count against the capacity, because the watcher could not process
     * them yet.
     */
    WatchDelivery(List<StoreEvent> missed, long afterRevision, int capacity, EventSink sink) {
        this.waiting = new ArrayDeque<>(missed);
        this.afterRevision = afterRevision;
        this.capacity = capacity + missed.size();
        this.sink = sink;
    }

    void start() {
        Thread.ofVirtual().name("butler-store-watch").start(this::deliver);
    }

    /**
     * Adds events; a watcher whose queue overflows is ended.
     *
     * @return whether the watcher still accepts events
     */
    boolean offer(List<StoreEvent> events) {
        lock.lock();
        try {
            if (ended) {
                return false;
            }
            if (waiting.size() + events.size() > capacity) {
                end(SubscriptionEndReason.LAGGED);
                return false;
            }
            for (StoreEvent event : events) {
                if (isNews(event)) {
                    waiting.add(event);
                }
            }
            changed.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the event is newer than the start revision, which may be in the future. */
    private boolean isNews(StoreEvent event) {
        return event instanceof StoreEvent.Progress
                ? event.revision() >= afterRevision
                : event.revision() > afterRevision;
    }

    /** Ends the delivery without notifying the sink, because the watcher requested it. */
    void cancel() {
        finish();
    }

    /** Ends the delivery and notifies the sink on a separate thread, because the sink may block the delivery thread. */
    void end(SubscriptionEndReason reason) {
        if (finish()) {
            Thread.ofVirtual().name("butler-store-watch-end").start(() -> sink.closed(reason));
        }
    }

    private boolean finish() {
        lock.lock();
        try {
            boolean first = !ended;
            ended = true;
            waiting.clear();
            changed.signal();
            return first;
        } finally {
            lock.unlock();
        }
    }

    private void deliver() {
        try {
            Optional<StoreEvent> next = take();
            while (next.isPresent()) {
                sink.accept(next.get());
                if (nothingWaits()) {
                    sink.idle();
                }
                next = take();
            }
        } catch (RuntimeException failure) {
            LOG.debug("ending a watch because its sink failed", failure);
            end(SubscriptionEndReason.SINK_FAILED);
        }
    }

    /** Waits for the next event; empty if the subscription has ended. */
    private Optional<StoreEvent> take() {
        lock.lock();
        try {
            while (waiting.isEmpty() && !ended) {
                changed.awaitUninterruptibly();
            }
            return Optional.ofNullable(waiting.poll());
        } finally {
            lock.unlock();
        }
    }

    private boolean nothingWaits() {
        lock.lock();
        try {
            return waiting.isEmpty() && !ended;
        } finally {
            lock.unlock();
        }
    }
}
