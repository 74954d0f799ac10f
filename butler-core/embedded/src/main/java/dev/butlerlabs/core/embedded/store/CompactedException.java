package dev.butlerlabs.core.embedded.store;

/** Signals that the requested revision is older than the history of the store. */
public final class CompactedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long asked;
    private final long oldest;

    CompactedException(long asked, long oldest) {
        super("revision " + asked + " is no longer in the history; the oldest available revision is " + oldest);
        this.asked = asked;
        this.oldest = oldest;
    }

    public long asked() {
        return asked;
    }

    public long oldest() {
        return oldest;
    }
}
