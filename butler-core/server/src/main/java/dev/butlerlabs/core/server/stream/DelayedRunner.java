package dev.butlerlabs.core.server.stream;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Runs tasks later on other threads. */
@FunctionalInterface
interface DelayedRunner {
    void run(Duration delay, Runnable task);

    static DelayedRunner on(Executor executor) {
        return (delay, task) -> CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS, executor)
                .execute(task);
    }
}
