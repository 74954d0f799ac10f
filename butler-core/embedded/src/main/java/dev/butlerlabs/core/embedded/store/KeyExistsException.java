package dev.butlerlabs.core.embedded.store;

/** Signals that the key to create already exists. */
public final class KeyExistsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient StoreEntry current;

    KeyExistsException(StoreEntry current) {
        super(current.key() + " already exists at revision " + current.revision());
        this.current = current;
    }

    public StoreEntry current() {
        return current;
    }
}
