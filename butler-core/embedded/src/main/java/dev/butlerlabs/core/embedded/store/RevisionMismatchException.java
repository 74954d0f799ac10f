package dev.butlerlabs.core.embedded.store;

import java.util.Optional;

/** Signals that the key is not at the expected revision, because a concurrent write replaced or deleted it. */
public final class RevisionMismatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Optional<StoreEntry> current;

    RevisionMismatchException(String key, long expected, Optional<StoreEntry> current) {
        super(key + " was expected at revision " + expected + " but is "
                + current.map(entry -> "at " + entry.revision()).orElse("absent"));
        this.current = current;
    }

    /** Returns the current entry; empty if the key does not exist. */
    public Optional<StoreEntry> current() {
        return current;
    }
}
