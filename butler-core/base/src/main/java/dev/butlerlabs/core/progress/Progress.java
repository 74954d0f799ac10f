package dev.butlerlabs.core.progress;

/** Receives the progress of long-running work. Implementations are thread-safe. */
@FunctionalInterface
public interface Progress {
    void report(ProgressEvent event);

    /** Returns an instance that discards all events. */
    static Progress unseen() {
        return event -> {};
    }
}
