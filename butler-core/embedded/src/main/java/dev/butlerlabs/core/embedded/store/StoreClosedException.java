package dev.butlerlabs.core.embedded.store;

/** Signals a write to a store that is being closed. */
public final class StoreClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    StoreClosedException() {
        super("the store is closed");
    }
}
