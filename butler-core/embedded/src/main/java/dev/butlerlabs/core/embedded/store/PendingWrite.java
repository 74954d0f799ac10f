package dev.butlerlabs.core.embedded.store;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A write whose caller waits. Even a rejection is reported only when the batch is durable, because it may refer to entries of that batch. */
final class PendingWrite {
    private final StoreWrite write;
    private final CompletableFuture<StoreEntry> outcome = new CompletableFuture<>();
    private StoreEntry result;
    private Throwable refusal;

    PendingWrite(StoreWrite write) {
        this.write = write;
    }

    StoreWrite write() {
        return write;
    }

    void decided(StoreEntry entry) {
        result = entry;
    }

    void refused(Throwable reason) {
        refusal = reason;
    }

    void settle() {
        if (refusal == null) {
            outcome.complete(result);
        } else {
            outcome.completeExceptionally(refusal);
        }
    }

    void fail(Throwable reason) {
        outcome.completeExceptionally(reason);
    }

    StoreEntry await() {
        try {
            return outcome.join();
        } catch (CompletionException wrapped) {
            if (wrapped.getCause() instanceof RuntimeException reason) {
                throw reason;
            }
            if (wrapped.getCause() instanceof Error error) {
                throw error;
            }
            throw wrapped;
        }
    }
}
