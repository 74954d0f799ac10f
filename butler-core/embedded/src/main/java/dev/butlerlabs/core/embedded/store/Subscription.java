package dev.butlerlabs.core.embedded.store;

/** A running watch. */
public interface Subscription extends AutoCloseable {
    /** Asks for a {@link StoreEvent.Progress} behind every event committed so far. */
    void requestProgress();

    /** Ends the watch; at most the event being delivered at this moment still arrives. Calling twice is calling once. */
    @Override
    void close();
}
