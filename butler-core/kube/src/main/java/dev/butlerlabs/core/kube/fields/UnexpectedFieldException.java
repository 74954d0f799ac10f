package dev.butlerlabs.core.kube.fields;

/** A field is missing or has another type or value than its class allows. The object has to be decoded completely to report it. */
public final class UnexpectedFieldException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public UnexpectedFieldException(String path) {
        super(path);
    }
}
