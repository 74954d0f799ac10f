package dev.butlerlabs.core.error;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Every failure Butler can name. The id is stable across releases: scripts may match on it and {@code butleradm explain} tells its
 * story. A new failure takes the next free number of its hundred; numbers are never reused.
 */
public enum ErrorCode {
    INTERNAL(
            100,
            ErrorKind.INTERNAL,
            "Unexpected failure",
            "Butler met a situation its authors did not foresee.",
            "Run the command again with -vv and report the output."),
    USAGE(
            200,
            ErrorKind.USAGE,
            "Command line not understood",
            "An option or argument is unknown, missing or malformed.",
            "Run the command with --help to see what it takes."),
    INVALID_INPUT(
            300,
            ErrorKind.INVALID,
            "Input is not valid",
            "A file or value breaks a rule. Every problem found is listed, each with its place.",
            "Mend the listed places and run the command again; nothing was changed."),
    UNREADABLE_FILE(
            301,
            ErrorKind.INVALID,
            "File cannot be read",
            "A file named on the command line does not exist, may not be read, or is not of the expected format.",
            "Check the path and its permissions."),
    NO_KUBECONFIG(
            302,
            ErrorKind.INVALID,
            "No kubeconfig",
            "No kubeconfig was named and none was found at the usual places.",
            "Pass --kubeconfig FILE, or set KUBECONFIG."),
    UNAUTHENTICATED(
            400,
            ErrorKind.DENIED,
            "Credentials not accepted",
            "The server does not know the credentials that were sent.",
            "Check that the kubeconfig or credential is current."),
    FORBIDDEN(
            401,
            ErrorKind.DENIED,
            "Not allowed",
            "The credentials are known but lack the permission for this request.",
            "Ask for the permission named in the message."),
    EXPIRED_CREDENTIALS(
            402,
            ErrorKind.DENIED,
            "Credentials have expired",
            "The certificate with which Butler makes itself known was valid until a time that has passed.",
            "Make fresh credentials from the secrets of the cluster, and check the clock of this machine."),
    NOT_FOUND(
            500,
            ErrorKind.NOT_FOUND,
            "Not found",
            "The object or command asked for does not exist.",
            "List what exists with the matching list command."),
    NOT_MANAGEMENT_CLUSTER(
            501,
            ErrorKind.NOT_FOUND,
            "Not a Butler management cluster",
            "The server answers, but it does not know Butler's kinds: the kubeconfig or its context leads to another cluster.",
            "Name the management cluster with --kubeconfig and --context."),
    CONFLICT(
            600,
            ErrorKind.CONFLICT,
            "Conflict",
            "The object exists already, or somebody else changed or owns the same fields.",
            "Look at the current state and run the command again."),
    NOT_READY(
            601,
            ErrorKind.CONFLICT,
            "Not possible yet",
            "The machine refuses for now: something else has to finish on it first.",
            "Wait for what the message names and run the command again."),
    NOT_OFFERED(
            602,
            ErrorKind.CONFLICT,
            "Not offered in this state",
            "The machine does not know this request, or not in its present mode.",
            "Check which mode and which version the machine is in."),
    FOREIGN_RESOURCE(
            603,
            ErrorKind.CONFLICT,
            "Name taken by somebody else",
            "Something of this name exists on the infrastructure and does not carry the mark of this cluster. It is left alone.",
            "Rename the cluster, or remove the other thing if nobody needs it."),
    UNREACHABLE(
            700,
            ErrorKind.UNREACHABLE,
            "Server does not answer",
            "No connection could be made, or it broke before an answer came.",
            "Check the address, the network between, and whether the server runs."),
    UNTRUSTED_CERTIFICATE(
            701,
            ErrorKind.UNREACHABLE,
            "Server certificate not trusted",
            "The server answered with a certificate that the configured authorities did not sign, or for another name.",
            "Name the right CA file; do not switch verification off."),
    THROTTLED(
            702,
            ErrorKind.UNREACHABLE,
            "Asked too often",
            "The infrastructure answers that it is asked too often. Butler asks again later, less often each time.",
            "Wait, or find out who else uses up the allowance of these credentials."),
    PROVIDER_TROUBLED(
            703,
            ErrorKind.UNREACHABLE,
            "Infrastructure in trouble",
            "The hypervisor or cloud answers that something in it does not work for now.",
            "Look at the health of the infrastructure; Butler asks again by itself."),
    TIMEOUT(
            800,
            ErrorKind.TIMEOUT,
            "Time ran out",
            "What was awaited did not happen in the time allowed. The message names what was last seen.",
            "Look at the state that was last seen, or allow more time with --timeout."),
    PROVIDER(
            900,
            ErrorKind.PROVIDER,
            "Infrastructure refused",
            "The hypervisor or cloud answered with an error of its own.",
            "Follow the message of the infrastructure."),
    QUOTA(
            901,
            ErrorKind.PROVIDER,
            "Not enough room",
            "A quota or the capacity of the infrastructure leaves no room for what was asked.",
            "Raise the quota or free what is not needed; the message names which."),
    BOOTSTRAP_FAILED(
            902,
            ErrorKind.PROVIDER,
            "Bootstrap failed",
            "A step of the bootstrap cannot go on before somebody changes something. The message names the step's reason. Everything"
                    + " made so far is kept.",
            "Mend what the message names and run the same command again; it goes on where it stopped."),
    CLUSTER_FAILED(
            903,
            ErrorKind.PROVIDER,
            "Tenant cluster failed",
            "The controller tells that the cluster cannot go on before somebody changes something. The message names its reason.",
            "Look at the cluster with butlerctl cluster describe; the controller goes on by itself once the cause is gone."),
    ADDON_FAILED(
            904,
            ErrorKind.PROVIDER,
            "Addon failed",
            "The controller tells that the addon cannot be installed before somebody changes something. The message names its reason."
                    + " Helm has undone what it had begun.",
            "Mend the values or the version and ask for the addon again; look at it with the get command of the tool."),
    ENVIRONMENT(
            1000,
            ErrorKind.ENVIRONMENT,
            "This machine lacks something",
            "A folder cannot be written, a port is taken, or a limit of the machine was met.",
            "Free what the message names, or choose another place."),
    DATA_LOCKED(
            1001,
            ErrorKind.ENVIRONMENT,
            "Data folder in use",
            "Another process holds the data folder open; two at once would damage it.",
            "Stop the other process, or name another folder."),
    DATA_DAMAGED(
            1002,
            ErrorKind.ENVIRONMENT,
            "Data folder damaged",
            "The stored data fails its checksums in a place that a crash cannot explain.",
            "Restore the folder from a backup; nothing in it was changed."),
    DOCKER_REFUSED(
            1003,
            ErrorKind.ENVIRONMENT,
            "Docker engine refused",
            "The Docker engine answered with an error of its own.",
            "Follow the engine's message, or go without Docker: --engine embedded"),
    ENGINE_FAILED(
            1004,
            ErrorKind.ENVIRONMENT,
            "Engine did not come up",
            "The KIND cluster that keeps the resources could not be made. What it said is kept in the folder of the cluster; the"
                    + " container is removed.",
            "Look at the file that the message names and run the same command again, or go without Docker: --engine embedded"),
    CANCELLED(
            1300,
            ErrorKind.CANCELLED,
            "Stopped by the user",
            "The question was declined, or the command was interrupted.",
            "Run the command again; what was done so far is kept.");

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

    /** The code whose id is given, in any case, with or without its prefix. */
    public static Optional<ErrorCode> find(String id) {
        String wanted = id.strip().toUpperCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(code -> code.id().equals(wanted) || code.id().equals("BTL-" + wanted))
                .findFirst();
    }

    /** The stable id, such as {@code BTL-0301}. */
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

    public String remedy() {
        return remedy;
    }
}
