package dev.butlerlabs.sim.infrastructure;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Runs tasks after a delay, each on its own thread. */
public final class DelayedTasks implements AutoCloseable {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("simulator-timer").factory());
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** Runs a task after a delay; not at all if this is closed before. */
    public void after(Duration pause, Runnable task) {
        try {
            ScheduledFuture<?> unused =
                    timer.schedule(() -> threads.execute(task), pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // The simulation is closed; pending tasks are dropped.
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        threads.shutdownNow();
    }
}
