package dev.butlerlabs.core.embedded.store;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A write whose caller waits. Even a rejection is reported only when the batch is durable, because it may refer to entries of that batch. */
final class Pending {
    private final Write write;
    private final CompletableFuture<Entry> outcome = new CompletableFuture<>();
    private Entry result;
    private Throwable refusal;

    Pending(Write write) {
        this.write = write;
    }

    Write write() {
        return write;
    }

    void decided(Entry entry) {
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

    Entry await() {
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
