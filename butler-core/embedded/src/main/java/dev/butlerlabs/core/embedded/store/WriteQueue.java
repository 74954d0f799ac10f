package dev.butlerlabs.core.embedded.store;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The queue of writes for the committer. A closed queue accepts no writes, but queued writes can still be taken. */
final class WriteQueue {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<PendingWrite> waiting = new ArrayDeque<>();
    private boolean closed;

    void add(PendingWrite pending) {
        lock.lock();
        try {
            if (closed) {
                throw new StoreClosedException();
            }
            waiting.add(pending);
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the next write; empty if the queue is closed and drained. */
    Optional<PendingWrite> take() {
        lock.lock();
        try {
            while (waiting.isEmpty() && !closed) {
                changed.awaitUninterruptibly();
            }
            return Optional.ofNullable(waiting.poll());
        } finally {
            lock.unlock();
        }
    }

    /** Returns the next write if one is queued. */
    Optional<PendingWrite> poll() {
        lock.lock();
        try {
            return Optional.ofNullable(waiting.poll());
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }
}
