package dev.butlerlabs.core.reconcile;

/** The two kinds of events Kubernetes knows. */
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
