package dev.butlerlabs.core.reconcile;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Limits how many objects are reconciled at the same time. While all slots are in use, namespaces take turns, so that a team that creates many clusters does
 * not delay those of the others. Thread-safe.
 */
final class ReconcileSlots {
    private final ReentrantLock lock = new ReentrantLock();
    private final RoundRobinQueue<String, CountDownLatch> waiting = new RoundRobinQueue<>();
    private int free;

    ReconcileSlots(int count) {
        this.free = count;
    }

    /**
     * Runs an action in a slot, after waiting for one.
     *
     * @param otherwise what is returned if the thread is interrupted while it waits
     */
    <T> T run(String namespace, Supplier<T> action, Supplier<T> otherwise) {
        CountDownLatch turn = request(namespace);
        try {
            turn.await();
        } catch (InterruptedException e) {
            withdraw(namespace, turn);
            Thread.currentThread().interrupt();
            return otherwise.get();
        }
        try {
            return action.get();
        } finally {
            release();
        }
    }

    /** Requests a slot. The result is open as soon as the caller has one, and must then be released. */
    CountDownLatch request(String namespace) {
        lock.lock();
        try {
            CountDownLatch turn = new CountDownLatch(1);
            if (free > 0) {
                free--;
                turn.countDown();
            } else {
                waiting.add(namespace, turn);
            }
            return turn;
        } finally {
            lock.unlock();
        }
    }

    /** Ends a request, whether it has a slot or not. */
    void withdraw(String namespace, CountDownLatch turn) {
        lock.lock();
        try {
            if (!waiting.remove(namespace, turn)) {
                release();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Passes a slot to the next request. */
    void release() {
        lock.lock();
        try {
            waiting.poll().ifPresentOrElse(CountDownLatch::countDown, () -> free++);
        } finally {
            lock.unlock();
        }
    }
}
