package dev.butlerlabs.core.error;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The error codes of Butler. An id is stable across releases: scripts may match on it, and {@code butleradm explain} describes
 * it.
 *
 * <p>A new error takes the next free number of its hundred. Numbers are never reused.
 */
public enum ErrorCode {
    INTERNAL(
            100,
            ErrorKind.INTERNAL,
            "Internal error",
            "An unexpected error occurred in Butler. This is a bug.",
            "Rerun the command with -vv and report the output."),
    USAGE(
            200,
            ErrorKind.USAGE,
            "Invalid command line",
            "An option or argument is unknown, missing or malformed.",
            "Run the command with --help to list its options."),
    INVALID_INPUT(
            300,
            ErrorKind.INVALID,
            "Invalid input",
            "A file or value is not valid. The message lists every problem with its position. Nothing was changed.",
            "Fix the problems above and try again."),
    UNREADABLE_FILE(
            301,
            ErrorKind.INVALID,
            "Cannot read file",
            "A file named on the command line does not exist, is not readable, or has an unexpected format.",
            "Check the path and its permissions."),
    NO_KUBECONFIG(
            302,
            ErrorKind.INVALID,
            "No kubeconfig found",
            "No kubeconfig was specified and none was found in the default locations.",
            "Pass --kubeconfig FILE, or set KUBECONFIG."),
    BACKUP_DAMAGED(
            303,
            ErrorKind.INVALID,
            "Backup damaged",
            "The backup file is incomplete, or was changed after it was written. Nothing was restored from it.",
            "Use another copy of the backup, or an older backup."),
    UNAUTHENTICATED(
            400,
            ErrorKind.DENIED,
            "Unauthorized",
            "The server rejected the credentials.",
            "Check that the kubeconfig or the credentials are valid and not revoked."),
    FORBIDDEN(
            401,
            ErrorKind.DENIED,
            "Forbidden",
            "The server accepted the credentials, but they do not have permission for this request.",
            "Request the permission named in the message from an administrator."),
    EXPIRED_CREDENTIALS(
            402,
            ErrorKind.DENIED,
            "Credentials expired",
            "The client certificate used by Butler has expired.",
            "Run butleradm certs rotate, and check the clock of this machine."),
    LOGIN_REQUIRED(
            403,
            ErrorKind.DENIED,
            "Login required",
            "No login at the identity provider is stored on this machine, or it has expired and cannot be refreshed.",
            "Run butlerctl login."),
    LOGIN_REJECTED(
            404,
            ErrorKind.DENIED,
            "Login rejected",
            "The identity provider rejected the request, or its token is not valid for this client. Nothing was stored.",
            "Check the issuer, the client id, the client secret, and the clock of this machine."),
    WRONG_BACKUP_KEY(
            405,
            ErrorKind.DENIED,
            "Wrong passphrase or key of a backup",
            "The backup was encrypted with another passphrase or key file.",
            "Use the passphrase or the key file with which the backup was created."),
    NOT_FOUND(
            500,
            ErrorKind.NOT_FOUND,
            "Not found",
            "The requested object or command does not exist.",
            "Run the matching list command to see what exists."),
    NOT_MANAGEMENT_CLUSTER(
            501,
            ErrorKind.NOT_FOUND,
            "Not a Butler management cluster",
            "The Butler custom resources are not installed on the server. The kubeconfig or its context selects another cluster.",
            "Select the management cluster with --kubeconfig and --context."),
    CONFLICT(
            600,
            ErrorKind.CONFLICT,
            "Conflict",
            "The object already exists, or another user or controller changed or owns the same fields.",
            "Check the current state of the object and try again."),
    NOT_READY(
            601,
            ErrorKind.CONFLICT,
            "Not ready",
            "The machine cannot process the request until another operation has finished.",
            "Wait for the operation named in the message and try again."),
    NOT_OFFERED(
            602,
            ErrorKind.CONFLICT,
            "Not supported in this state",
            "The machine does not support this request in its current mode or Talos version.",
            "Check the mode and the Talos version of the machine."),
    FOREIGN_RESOURCE(
            603,
            ErrorKind.CONFLICT,
            "Name already in use",
            "A resource with this name exists on the infrastructure without the ownership tags of this cluster. Butler does not change it.",
            "Rename the cluster, or delete the other resource if it is not needed."),
    UNREACHABLE(
            700,
            ErrorKind.UNREACHABLE,
            "Connection failed",
            "Butler could not connect to the server, or the connection broke before the response arrived.",
            "Check the address and the network, and that the server is running."),
    UNTRUSTED_CERTIFICATE(
            701,
            ErrorKind.UNREACHABLE,
            "Server certificate not trusted",
            "The server certificate was not signed by a configured CA, or it is valid for another name.",
            "Specify the correct CA file. Do not disable verification."),
    THROTTLED(
            702,
            ErrorKind.UNREACHABLE,
            "Rate limit exceeded",
            "The infrastructure rejected the request because of its rate limit. Butler retries with increasing delays.",
            "Wait, or check which other clients use the same credentials."),
    PROVIDER_TROUBLED(
            703,
            ErrorKind.UNREACHABLE,
            "Infrastructure temporarily unavailable",
            "The hypervisor or cloud reported a temporary internal error.",
            "Check the health of the infrastructure. Butler retries automatically."),
    TIMEOUT(
            800,
            ErrorKind.TIMEOUT,
            "Timeout",
            "The awaited condition did not occur in time. The message contains the last observed state.",
            "Check the last observed state, or increase --timeout."),
    PROVIDER(
            900,
            ErrorKind.PROVIDER,
            "Infrastructure error",
            "The hypervisor or cloud rejected the request.",
            "See the message of the infrastructure."),
    QUOTA(
            901,
            ErrorKind.PROVIDER,
            "Insufficient capacity",
            "The request exceeds a quota or the capacity of the infrastructure.",
            "Raise the quota named in the message, or free resources."),
    BOOTSTRAP_FAILED(
            902,
            ErrorKind.PROVIDER,
            "Bootstrap failed",
            "A bootstrap step failed and cannot continue without a change by the user. The message contains the reason. Resources"
                    + " created so far are kept.",
            "Fix the cause and rerun the command to resume."),
    CLUSTER_FAILED(
            903,
            ErrorKind.PROVIDER,
            "Tenant cluster failed",
            "The controller cannot reconcile the cluster without a change by the user. The message contains the reason.",
            "Run butlerctl cluster describe. The controller continues automatically once the cause is fixed."),
    ADDON_FAILED(
            904,
            ErrorKind.PROVIDER,
            "Addon failed",
            "The controller cannot install the addon without a change by the user. The message contains the reason."
                    + " Helm rolled back the installation.",
            "Fix the values or the version and install the addon again. Check its status with the get command of the tool."),
    OPERATION_FAILED(
            905,
            ErrorKind.PROVIDER,
            "Operation failed",
            "A step of an operation on a management cluster failed and cannot continue without a change by the user. The message contains"
                    + " the reason. Changes made so far are kept.",
            "Fix the cause and run the command again; it resumes."),
    ENVIRONMENT(
            1000,
            ErrorKind.ENVIRONMENT,
            "Local environment error",
            "A directory is not writable, a port is in use, or a limit of this machine was reached.",
            "Free the resource named in the message, or choose another one."),
    DATA_LOCKED(
            1001,
            ErrorKind.ENVIRONMENT,
            "Data directory in use",
            "Another process uses the data directory. Only one process at a time may use it.",
            "Stop the other process, or specify another directory."),
    DATA_DAMAGED(
            1002,
            ErrorKind.ENVIRONMENT,
            "Data directory damaged",
            "The stored data fails its checksums at a position that a crash cannot explain. Nothing was changed.",
            "Restore the directory from a backup."),
    DOCKER_REFUSED(
            1003,
            ErrorKind.ENVIRONMENT,
            "Docker engine error",
            "The Docker engine rejected the request.",
            "See the message of the engine, or run without Docker: --engine embedded"),
    ENGINE_FAILED(
            1004,
            ErrorKind.ENVIRONMENT,
            "Engine failed to start",
            "The KIND cluster used during bootstrap could not be created. Its logs are kept in the directory of the cluster; its"
                    + " container was removed.",
            "Check the log file named in the message and rerun the command, or run without Docker: --engine embedded"),
    CLUSTER_LOCKED(
            1005,
            ErrorKind.ENVIRONMENT,
            "Cluster in use by another operation",
            "Another process changes the same management cluster, or this process lost its lock on it. Only one operation at a time may change a"
                    + " cluster.",
            "Wait for the other operation to finish, then run the command again."),
    CANCELLED(
            1300,
            ErrorKind.CANCELLED,
            "Cancelled",
            "The user declined the confirmation or interrupted the command. Changes made so far are kept.",
            "Rerun the command to continue.");

    private final int number;
    private final ErrorKind kind;
    private final String title;
    private final String explanation;
    private final String remedy;

    ErrorCode(int number, ErrorKind kind, String title, String explanation, String remedy) {
        this.number = number;
        this.kind = kind;
        this.title = title;
        this.explanation = explanation;
        this.remedy = remedy;
    }

    /** Returns the error code with this id. Case is ignored and the prefix is optional. */
    public static Optional<ErrorCode> find(String id) {
        String wanted = id.strip().toUpperCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(code -> code.id().equals(wanted) || code.id().equals("BTL-" + wanted))
                .findFirst();
    }

    /** Returns the stable id, such as {@code BTL-0301}. */
    public String id() {
        return "BTL-%04d".formatted(number);
    }

    public ErrorKind kind() {
        return kind;
    }

    public String title() {
        return title;
    }

    public String explanation() {
        return explanation;
    }

    /** Returns what to do about errors with this code in general. */
    public String remedy() {
        return remedy;
    }

    /** Returns what to do about an error that lists this number of problems; a message without a list is about one. */
    public String remedy(int problems) {
        return this == INVALID_INPUT && problems <= 1 ? "Fix the problem above and try again." : remedy;
    }
}
