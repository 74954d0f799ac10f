package dev.butlerlabs.core.embedded;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Work that is done beside the caller's own. */
final class Aside {
    private Aside() {}

    static <T> CompletableFuture<T> begin(Supplier<T> work) {
        return CompletableFuture.supplyAsync(
                work, task -> Thread.ofVirtual().name("butler-embedded-start").start(task));
    }

    /** What came of the work; its failure is thrown as it was. */
    static <T> T await(CompletableFuture<T> work) {
        try {
            return work.join();
        } catch (CompletionException wrapped) {
            throw wrapped.getCause() instanceof RuntimeException reason ? reason : wrapped;
        }
    }
}
