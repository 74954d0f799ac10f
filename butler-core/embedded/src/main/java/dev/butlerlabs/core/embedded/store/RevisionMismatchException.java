package dev.butlerlabs.core.embedded.store;

import java.util.Optional;

/** The key is not at the revision the writer expected: somebody else replaced or deleted it. */
public final class RevisionMismatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Optional<Entry> current;

    RevisionMismatchException(String key, long expected, Optional<Entry> current) {
        super(key + " was expected at revision " + expected + " but is "
                + current.map(entry -> "at " + entry.revision()).orElse("absent"));
        this.current = current;
    }

    /** What the store holds instead; empty when the key is absent. */
    public Optional<Entry> current() {
        return current;
    }
}
