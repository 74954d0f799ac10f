package dev.butlerlabs.core.embedded;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Runs a task in the background on a virtual thread. */
final class BackgroundTask {
    private BackgroundTask() {}

    static <T> CompletableFuture<T> begin(Supplier<T> work) {
        return CompletableFuture.supplyAsync(
                work, task -> Thread.ofVirtual().name("butler-embedded-start").start(task));
    }

    /** Waits for the task and returns its result; a failure of the task is rethrown unchanged. */
    static <T> T await(CompletableFuture<T> work) {
        try {
            return work.join();
        } catch (CompletionException wrapped) {
            throw wrapped.getCause() instanceof RuntimeException reason ? reason : wrapped;
        }
    }
}
