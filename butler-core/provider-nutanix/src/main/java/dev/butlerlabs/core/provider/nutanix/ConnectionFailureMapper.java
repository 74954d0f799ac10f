package dev.butlerlabs.core.provider.nutanix;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.ClockSkew;
import java.io.IOException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Translates connection failures to {@link ButlerException}. */
final class ConnectionFailureMapper {
    private static final int DEEPEST = 12;

    private ConnectionFailureMapper() {}

    static ButlerException of(PrismEndpoint endpoint, Throwable cause) {
        if (isUntrusted(cause)) {
            return untrusted(endpoint, cause);
        }
        return switch (cause) {
            case HttpConnectTimeoutException _ -> unreachable(endpoint, "is unreachable", cause);
            case HttpTimeoutException _ ->
                new ButlerException(
                        ErrorCode.TIMEOUT, "The request to Prism Central at %s timed out.".formatted(endpoint), cause);
            case SSLException _ -> unreachable(endpoint, "is unreachable: the TLS handshake failed", cause);
            case IOException _
            when has(cause, UnresolvedAddressException.class) ->
                unreachable(endpoint, "is unreachable: the host name cannot be resolved", cause);
            case IOException _ -> unreachable(endpoint, "is unreachable: the connection failed or was closed", cause);
            default -> new ButlerException(ErrorCode.INTERNAL, "The request to Prism Central failed.", cause);
        };
    }

    private static boolean isUntrusted(Throwable cause) {
        return cause instanceof SSLPeerUnverifiedException
                || (cause instanceof SSLHandshakeException && has(cause, CertificateException.class));
    }

    private static boolean has(Throwable failure, Class<? extends Throwable> type) {
        Throwable next = failure;
        for (int depth = 0; next != null && depth < DEEPEST; depth++) {
            if (type.isInstance(next)) {
                return true;
            }
            next = next.getCause();
        }
        return false;
    }

    private static ButlerException untrusted(PrismEndpoint endpoint, Throwable cause) {
        Optional<String> time = ClockSkew.ofCertificate(cause, Instant.now());
        if (time.isPresent()) {
            return new ButlerException(
                    ErrorCode.UNTRUSTED_CERTIFICATE,
                    "Prism Central at %s %s.".formatted(endpoint, time.get()),
                    ClockSkew.CERTIFICATE_HINT,
                    List.of(),
                    cause);
        }
        return new ButlerException(
                ErrorCode.UNTRUSTED_CERTIFICATE,
                "The certificate of Prism Central at %s is not trusted, or not valid for this name."
                        .formatted(endpoint),
                "Specify its CA: caFile in a bootstrap file, or the key ca.pem in the credentials.",
                List.of(),
                cause);
    }

    private static ButlerException unreachable(PrismEndpoint endpoint, String what, Throwable cause) {
        return new ButlerException(ErrorCode.UNREACHABLE, "Prism Central at %s %s.".formatted(endpoint, what), cause);
    }
}
