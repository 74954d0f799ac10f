package dev.butlerlabs.core.embedded.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Limits how long the current thread reads a request body. When the time is over, the thread is interrupted, which closes the socket of a
 * virtual thread and ends the read. Closing the deadline first cancels it; afterwards the thread is never interrupted by it.
 */
final class ReadDeadline implements AutoCloseable {
    private final Thread reader = Thread.currentThread();
    private boolean closed;

    private ReadDeadline() {}

    static ReadDeadline start(Duration limit) {
        ReadDeadline deadline = new ReadDeadline();
        CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS)
                .execute(deadline::expire);
        return deadline;
    }

    private synchronized void expire() {
        if (!closed) {
            reader.interrupt();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
    }
}
