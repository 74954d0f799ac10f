package dev.butlerlabs.sim.gcp;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Runs events after a delay, each on its own thread. */
final class GcpTimer implements AutoCloseable {
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("simulated-gcp").factory());
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    void after(Duration delay, Runnable event) {
        try {
            ScheduledFuture<?> _ = clock.schedule(() -> threads.execute(event), delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException _) {
            // The simulator is closed; pending events are dropped.
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        threads.shutdownNow();
    }
}
