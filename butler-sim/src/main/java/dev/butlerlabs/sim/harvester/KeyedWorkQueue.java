package dev.butlerlabs.sim.harvester;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A work queue: each key is processed by one thread at a time. A key that is added while it is processed is processed
 * once more.
 */
final class KeyedWorkQueue implements AutoCloseable {
    private static final Duration AFTER_FAILURE = Duration.ofMillis(100);

    private final Consumer<ResourceKey> work;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().factory());
    private final Set<ResourceKey> running = new HashSet<>();
    private final Set<ResourceKey> again = new HashSet<>();

    KeyedWorkQueue(Consumer<ResourceKey> work) {
        this.work = work;
    }

    void soon(ResourceKey key) {
        synchronized (running) {
            if (!running.add(key)) {
                again.add(key);
                return;
            }
        }
        try {
            threads.execute(() -> run(key));
        } catch (RejectedExecutionException closing) {
            // The queue is closed.
        }
    }

    void later(ResourceKey key, Duration delay) {
        try {
            ScheduledFuture<?> _ = clock.schedule(() -> soon(key), delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closing) {
            // The queue is closed.
        }
    }

    private void run(ResourceKey key) {
        boolean failed = !tryTo(key);
        boolean more;
        synchronized (running) {
            running.remove(key);
            more = again.remove(key);
        }
        if (failed) {
            later(key, AFTER_FAILURE);
        } else if (more) {
            soon(key);
        }
    }

    /** Processes a key. Failures are retried, because they may be caused by conflicting writes. */
    private boolean tryTo(ResourceKey key) {
        try {
            work.accept(key);
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        threads.shutdownNow();
    }
}
