package dev.butlerlabs.core.reconcile;

/** The event types of Kubernetes. */
public enum EventType {
    NORMAL("Normal"),
    WARNING("Warning");

    private final String word;

    EventType(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }
}
