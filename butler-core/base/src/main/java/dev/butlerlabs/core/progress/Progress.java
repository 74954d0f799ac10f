package dev.butlerlabs.core.progress;

/** Where long work reports to. Called from any thread. */
@FunctionalInterface
public interface Progress {
    void report(ProgressEvent event);

    /** Nobody watches. */
    static Progress unseen() {
        return event -> {};
    }
}
