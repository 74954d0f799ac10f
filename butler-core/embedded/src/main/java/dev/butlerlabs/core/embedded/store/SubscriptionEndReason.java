package dev.butlerlabs.core.embedded.store;

/** Why the store ended a subscription. */
public enum SubscriptionEndReason {
    /** The sink processes events too slowly and its queue is full: list again and watch from there. */
    LAGGED,
    /** The sink threw an exception. */
    SINK_FAILED,
    /** The store is being closed. */
    STORE_CLOSED
}
