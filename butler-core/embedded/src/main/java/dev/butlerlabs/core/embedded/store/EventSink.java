package dev.butlerlabs.core.embedded.store;

/**
 * Receives the events of a subscription, one at a time, in revision order, on a virtual thread of the subscription. A sink may block
 * without delaying writers or other subscriptions.
 */
public interface EventSink {
    void accept(StoreEvent event);

    /** Called on the same thread as {@link #accept} when no further event is queued: the time to flush. */
    default void idle() {}

    /**
     * Called once when the store ends the subscription, possibly while {@link #accept} still runs (and blocks) on another thread; never
     * called after {@link WatchSubscription#close}.
     */
    void closed(SubscriptionEndReason reason);
}
