package dev.butlerlabs.sim.aws;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Runs tasks after a delay, each on its own thread. */
final class DelayedTasks implements AutoCloseable {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("aws-simulator").factory());
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    void after(Duration pause, Runnable task) {
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
