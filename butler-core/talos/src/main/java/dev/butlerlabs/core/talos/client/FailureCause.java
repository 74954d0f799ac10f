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

/** Why a call to a machine failed, as far as it decides what to do next. */
enum FailureCause {
    NO_CONNECTION(ErrorCode.UNREACHABLE, "does not answer"),
    BROKEN_OFF(ErrorCode.UNREACHABLE, "broke the call off, as it does when its API restarts"),
    TOO_SLOW(ErrorCode.TIMEOUT, "did not answer in time"),
    NOT_READY(ErrorCode.NOT_READY, "is not ready for this"),
    OTHER_AUTHORITY(
            ErrorCode.UNTRUSTED_CERTIFICATE,
            "shows a certificate that the authority of these credentials did not sign: it belongs to another cluster, or is still in"
                    + " maintenance"),
    OTHER_TIME(
            ErrorCode.UNTRUSTED_CERTIFICATE,
            "shows a certificate that is not valid at this time: one of the two clocks is wrong, or the machine could not renew it"),
    OTHER_NAME(
            ErrorCode.UNTRUSTED_CERTIFICATE,
            "shows a certificate for other addresses than the one dialled: dial an address of the machine, or add this one to its"
                    + " certSANs"),
    OTHER_KEY(ErrorCode.UNTRUSTED_CERTIFICATE, "has another key than the one whose fingerprint was given"),
    CLIENT_REFUSED(
            ErrorCode.UNAUTHENTICATED,
            "does not accept the certificate of this client: it belongs to another cluster, has a configuration already, or the clocks of both differ"),
    UNAUTHENTICATED(ErrorCode.UNAUTHENTICATED, "does not know these credentials"),
    DENIED(ErrorCode.FORBIDDEN, "does not allow this to the roles of these credentials"),
    INVALID(ErrorCode.INVALID_INPUT, "refuses what it was sent"),
    NOT_OFFERED(ErrorCode.NOT_OFFERED, "does not offer this in its present mode and version"),
    EXISTS(ErrorCode.CONFLICT, "has done this before"),
    NOT_FOUND(ErrorCode.NOT_FOUND, "does not have what was asked for"),
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

    /** Completes "the machine …". */
    String phrase() {
        return phrase;
    }

    /** Looks at the status and what lies behind it. */
    static FailureCause of(Throwable failure) {
        Status status = Status.fromThrowable(failure);
        return switch (status.getCode()) {
            case UNAVAILABLE, UNKNOWN, INTERNAL ->
                behind(failure).orElse(status.getCode() == Status.Code.UNAVAILABLE ? NO_CONNECTION : OTHER);
            case CANCELLED, ABORTED -> BROKEN_OFF;
            case DEADLINE_EXCEEDED -> TOO_SLOW;
            case FAILED_PRECONDITION -> NOT_READY;
            case UNAUTHENTICATED -> UNAUTHENTICATED;
            case PERMISSION_DENIED -> DENIED;
            case INVALID_ARGUMENT, OUT_OF_RANGE -> INVALID;
            case UNIMPLEMENTED -> NOT_OFFERED;
            case ALREADY_EXISTS -> EXISTS;
            case NOT_FOUND -> NOT_FOUND;
            case OK, RESOURCE_EXHAUSTED, DATA_LOSS -> OTHER;
        };
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
        // What is left of TLS failures is an alert from the other side, which has seen our certificate or missed it.
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
