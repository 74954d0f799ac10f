package dev.butlerlabs.core.retry;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Limits how long the current thread reads from or writes to a connection. When the time is over, the thread is interrupted, which
 * closes the socket of a virtual thread and ends the read. Closing the deadline cancels it; a closed deadline never interrupts the thread.
 */
public final class ReadDeadline implements AutoCloseable {
    private final Thread reader = Thread.currentThread();
    /** Completing it removes the timer, which otherwise holds a reference to the thread until the time is over. */
    private final CompletableFuture<Void> timer = new CompletableFuture<>();

    private boolean closed;

    private ReadDeadline() {}

    /** Starts a deadline for the current thread. The caller closes it. */
    public static ReadDeadline start(Duration limit) {
        ReadDeadline deadline = new ReadDeadline();
        deadline.timer.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS).exceptionally(_ -> deadline.expire());
        return deadline;
    }

    private synchronized Void expire() {
        if (!closed) {
            reader.interrupt();
        }
        return null;
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        timer.complete(null);
    }
}
