package dev.butlerlabs.core.pem;

/** A text that is not a valid key or certificate in PEM. The message is a predicate without a subject, such as "is empty". */
public final class PemFormatException extends Exception {
    private static final long serialVersionUID = 1L;

    public PemFormatException(String predicate) {
        super(predicate);
    }

    public PemFormatException(String predicate, Throwable cause) {
        super(predicate, cause);
    }
}
