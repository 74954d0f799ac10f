package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ErrorCode;
import io.grpc.Status;
import java.io.EOFException;
import java.net.SocketException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Why a call to a machine failed, as far as it determines how to continue. */
enum FailureCause {
    NO_CONNECTION(ErrorCode.UNREACHABLE, "the machine is unreachable"),
    BROKEN_OFF(ErrorCode.UNREACHABLE, "the connection was closed, as when the API of the machine restarts"),
    TOO_SLOW(ErrorCode.TIMEOUT, "timeout"),
    NOT_READY(ErrorCode.NOT_READY, "the machine is not ready"),
    OTHER_AUTHORITY(
            ErrorCode.UNTRUSTED_CERTIFICATE,
            "the certificate of the machine is not signed by the CA of these credentials: it belongs to another cluster, or is still in"
                    + " maintenance mode"),
    OTHER_TIME(
            ErrorCode.UNTRUSTED_CERTIFICATE,
            "the certificate of the machine is not valid at this time: one of the clocks is wrong, or the machine could not renew it"),
    OTHER_NAME(
            ErrorCode.UNTRUSTED_CERTIFICATE,
            "the certificate of the machine is not valid for this address: use another address of the machine, or add this one to its"
                    + " certSANs"),
    OTHER_KEY(ErrorCode.UNTRUSTED_CERTIFICATE, "the key of the machine does not match the specified fingerprint"),
    CLIENT_REFUSED(
            ErrorCode.UNAUTHENTICATED,
            "the machine rejected the client certificate: it belongs to another cluster, is already configured, or the clocks differ"),
    UNAUTHENTICATED(ErrorCode.UNAUTHENTICATED, "the machine rejected the credentials"),
    DENIED(ErrorCode.FORBIDDEN, "the roles of these credentials do not have permission"),
    INVALID(ErrorCode.INVALID_INPUT, "the machine rejected the request"),
    NOT_OFFERED(ErrorCode.NOT_OFFERED, "not supported in the current mode and Talos version"),
    EXISTS(ErrorCode.CONFLICT, "already done"),
    NOT_FOUND(ErrorCode.NOT_FOUND, "not found"),
    OTHER(ErrorCode.INTERNAL, "failed");

    private final ErrorCode code;
    private final String phrase;

    FailureCause(ErrorCode code, String phrase) {
        this.code = code;
        this.phrase = phrase;
    }

    ErrorCode code() {
        return code;
    }

    /** Returns the reason, which follows "failed: ". */
    String phrase() {
        return phrase;
    }

    /** Determines the cause from the gRPC status and its causes. */
    static FailureCause of(Throwable failure) {
        Status status = Status.fromThrowable(failure);
        return switch (status.getCode()) {
            case UNAVAILABLE, UNKNOWN, INTERNAL ->
                behind(failure).orElse(status.getCode() == Status.Code.UNAVAILABLE ? NO_CONNECTION : described(status));
            case CANCELLED, ABORTED -> BROKEN_OFF;
            case DEADLINE_EXCEEDED -> TOO_SLOW;
            case FAILED_PRECONDITION -> isPermanent(status) ? NOT_OFFERED : NOT_READY;
            case UNAUTHENTICATED -> UNAUTHENTICATED;
            case PERMISSION_DENIED -> DENIED;
            case INVALID_ARGUMENT, OUT_OF_RANGE -> INVALID;
            case UNIMPLEMENTED -> NOT_OFFERED;
            case ALREADY_EXISTS -> EXISTS;
            case NOT_FOUND -> NOT_FOUND;
            case OK, RESOURCE_EXHAUSTED, DATA_LOSS -> OTHER;
        };
    }

    /** Talos reports some failures without a code of their own, so their description identifies them. */
    private static FailureCause described(Status status) {
        String text = description(status);
        if (text.startsWith("failed to parse config: ") || text.startsWith("error validating installer image ")) {
            return INVALID;
        }
        if (text.contains("etcdserver: ") || text.startsWith("error validating etcd for upgrade: ")) {
            return NOT_READY;
        }
        return text.startsWith("log ") && text.endsWith(" was not registered") ? NOT_FOUND : OTHER;
    }

    /** Talos uses the same code for what it cannot do yet and for what it never does on this machine. */
    private static boolean isPermanent(Status status) {
        String text = description(status);
        return text.startsWith("method is not supported in ")
                || text.equals("bootstrap can only be performed on a control plane node");
    }

    private static String description(Status status) {
        return Optional.ofNullable(status.getDescription()).orElse("");
    }

    private static Optional<FailureCause> behind(Throwable failure) {
        List<Throwable> chain = chain(failure);
        if (any(chain, PinnedTrust.WrongKeyException.class)) {
            return Optional.of(OTHER_KEY);
        }
        if (any(chain, SSLPeerUnverifiedException.class)) {
            return Optional.of(OTHER_NAME);
        }
        if (chain.stream().anyMatch(FailureCause::isAboutTime)) {
            return Optional.of(OTHER_TIME);
        }
        if (any(chain, CertificateException.class)) {
            return Optional.of(OTHER_AUTHORITY);
        }
        if (any(chain, SocketException.class) || any(chain, EOFException.class)) {
            return Optional.of(NO_CONNECTION);
        }
        // The remaining TLS failures are alerts of the machine about the client certificate.
        return any(chain, SSLException.class) ? Optional.of(CLIENT_REFUSED) : Optional.empty();
    }

    private static boolean isAboutTime(Throwable throwable) {
        if (throwable instanceof CertPathValidatorException path) {
            return path.getReason() == CertPathValidatorException.BasicReason.EXPIRED
                    || path.getReason() == CertPathValidatorException.BasicReason.NOT_YET_VALID;
        }
        return throwable instanceof CertificateExpiredException || throwable instanceof CertificateNotYetValidException;
    }

    private static boolean any(List<Throwable> chain, Class<? extends Throwable> type) {
        return chain.stream().anyMatch(type::isInstance);
    }

    private static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable link = failure; link != null && !chain.contains(link); link = link.getCause()) {
            chain.add(link);
        }
        return chain;
    }
}
