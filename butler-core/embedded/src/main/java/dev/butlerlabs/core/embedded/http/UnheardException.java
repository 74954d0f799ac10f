package dev.butlerlabs.core.embedded.http;

/** The client is to hear nothing: the connection is closed without an answer. */
public final class UnheardException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnheardException() {
        super("no answer is sent");
    }

    /** The client broke off or stopped sending in the middle of its request. */
    UnheardException(Throwable cause) {
        super("no answer is sent", cause);
    }
}
