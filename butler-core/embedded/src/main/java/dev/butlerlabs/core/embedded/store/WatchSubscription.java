package dev.butlerlabs.core.embedded.store;

/** A running watch. */
public interface WatchSubscription extends AutoCloseable {
    /** Requests a {@link StoreEvent.Progress} event after all events committed so far. */
    void requestProgress();

    /** Ends the watch; only the event that is being delivered may still arrive. Idempotent. */
    @Override
    void close();
}
