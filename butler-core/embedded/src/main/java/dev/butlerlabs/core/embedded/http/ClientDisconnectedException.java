package dev.butlerlabs.core.embedded.http;

/** Signals that the connection must be closed without a response. */
public final class ClientDisconnectedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ClientDisconnectedException() {
        super("no answer is sent");
    }

    /** The client disconnected or stopped sending before its request was complete. */
    ClientDisconnectedException(Throwable cause) {
        super("no answer is sent", cause);
    }
}
