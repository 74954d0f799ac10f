package dev.butlerlabs.core.error;

/** Categories of errors. Each category has one documented exit code. */
public enum ErrorKind {
    /** A bug in Butler. */
    INTERNAL(1, "internal error"),
    /** The command line is not valid. */
    USAGE(2, "invalid command line"),
    /** A file or value is not valid; nothing was changed. */
    INVALID(3, "a file or value is not valid; nothing was changed"),
    /** The credentials are missing, not valid, or do not have permission. */
    DENIED(4, "credentials are missing, not valid, or do not have permission"),
    /** The requested object does not exist. */
    NOT_FOUND(5, "the requested object does not exist"),
    /** The object already exists, or was changed by another client. */
    CONFLICT(6, "the object already exists, or was changed by another client"),
    /** A server or machine is unreachable. */
    UNREACHABLE(7, "a server or machine is unreachable"),
    /** A wait timed out; the message names the awaited condition. */
    TIMEOUT(8, "a wait timed out"),
    /** The infrastructure rejected the request: quota, capacity, missing image. */
    PROVIDER(9, "the infrastructure rejected the request"),
    /** A problem of the local machine, such as a directory that is not writable or a port that is in use. */
    ENVIRONMENT(10, "a problem of the local machine, such as a port in use"),
    /** The command succeeded and reports a cluster or a machine with problems. */
    DEGRADED(11, "the cluster or this machine has problems; the command listed them"),
    /** The user declined or interrupted. */
    CANCELLED(130, "cancelled by the user");

    private final int exitCode;
    private final String meaning;

    ErrorKind(int exitCode, String meaning) {
        this.exitCode = exitCode;
        this.meaning = meaning;
    }

    public int exitCode() {
        return exitCode;
    }

    /** Returns a phrase for help texts and the reference. */
    public String meaning() {
        return meaning;
    }
}
