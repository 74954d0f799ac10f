package dev.butlerlabs.sim.talos;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Schedules the changes of one machine on the thread of its network. */
final class NodeTimer {
    private final ScheduledExecutorService life;
    /** Incremented at each power loss, so that pending changes are dropped. */
    private final AtomicInteger powerCuts = new AtomicInteger();

    NodeTimer(ScheduledExecutorService life) {
        this.life = life;
    }

    /** Drops all pending changes. */
    void cutPower() {
        powerCuts.incrementAndGet();
    }

    void later(Duration delay, Runnable change) {
        int cuts = powerCuts.get();
        Runnable unlessCut = () -> {
            if (powerCuts.get() == cuts) {
                change.run();
            }
        };
        try {
            Future<?> unused = life.schedule(unlessCut, delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            // The network is shutting down, and this machine with it.
            return;
        }
    }

    /**
     * Runs a change and waits for it.
     *
     * @throws RejectedExecutionException if the network is closed
     */
    void await(Runnable change) {
        try {
            life.submit(change).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the simulated machine failed", e.getCause());
        }
    }
}
