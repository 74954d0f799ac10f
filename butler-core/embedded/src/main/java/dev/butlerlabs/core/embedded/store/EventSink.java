package dev.butlerlabs.core.embedded.store;

/**
 * Where a subscription's events go. Events arrive one at a time, in revision order, on a virtual thread of the subscription's own; a
 * sink may block without holding up anybody else.
 */
public interface EventSink {
    void accept(StoreEvent event);

    /** No further event is waiting right now: a good moment to flush. Called on the same thread as {@link #accept}. */
    default void idle() {}

    /**
     * The store ended the subscription. Called once, possibly while {@link #accept} still runs on another thread (it may be blocked
     * there, which is why the store gave up); never after {@link Subscription#close}.
     */
    void closed(EndReason reason);
}
