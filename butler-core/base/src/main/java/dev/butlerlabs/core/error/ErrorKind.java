package dev.butlerlabs.core.error;

/** The families of failure a caller can tell apart; each has one documented exit code. */
public enum ErrorKind {
    /** Something in Butler itself went wrong. */
    INTERNAL(1, "an unexpected failure inside Butler"),
    /** The command line could not be understood. */
    USAGE(2, "the command line is not understood"),
    /** A file or value given by the user is not valid; nothing was changed. */
    INVALID(3, "a file or value is not valid; nothing was changed"),
    /** Credentials are missing, wrong or not allowed to do this. */
    DENIED(4, "credentials are missing, wrong, or lack a permission"),
    /** The thing asked for does not exist. */
    NOT_FOUND(5, "the thing asked for does not exist"),
    /** The thing exists already, or somebody else changed it meanwhile. */
    CONFLICT(6, "the thing exists already, or was changed meanwhile"),
    /** A server or machine does not answer. */
    UNREACHABLE(7, "a server or machine does not answer"),
    /** A wait ran out of time; what was awaited is named. */
    TIMEOUT(8, "a wait ran out of time"),
    /** The infrastructure refused: quota, capacity, missing image. */
    PROVIDER(9, "the infrastructure refused the request"),
    /** This machine lacks something: a file cannot be written, a port is taken. */
    ENVIRONMENT(10, "this machine lacks something that is needed"),
    /** The user declined or interrupted. */
    CANCELLED(130, "stopped by the user");

    private final int exitCode;
    private final String meaning;

    ErrorKind(int exitCode, String meaning) {
        this.exitCode = exitCode;
        this.meaning = meaning;
    }

    public int exitCode() {
        return exitCode;
    }

    /** One phrase for help texts and the reference. */
    public String meaning() {
        return meaning;
    }
}
