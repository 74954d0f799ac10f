package dev.butlerlabs.core.provider.rest;

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

    static ButlerException of(RestServer server, Throwable cause) {
        if (isUntrusted(cause)) {
            return untrusted(server, cause);
        }
        return switch (cause) {
            case HttpConnectTimeoutException _ -> unreachable(server, "is unreachable", cause);
            case HttpTimeoutException _ ->
                new ButlerException(ErrorCode.TIMEOUT, "The request to %s timed out.".formatted(server), cause);
            case SSLException _ -> unreachable(server, "is unreachable: the TLS handshake failed", cause);
            case IOException _
            when has(cause, UnresolvedAddressException.class) ->
                unreachable(server, "is unreachable: the host name cannot be resolved", cause);
            case IOException _ -> unreachable(server, "is unreachable: the connection failed or was closed", cause);
            default ->
                new ButlerException(ErrorCode.INTERNAL, "The request to %s failed.".formatted(server.title()), cause);
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

    private static ButlerException untrusted(RestServer server, Throwable cause) {
        Optional<String> time = ClockSkew.ofCertificate(cause, Instant.now());
        if (time.isPresent()) {
            return new ButlerException(
                    ErrorCode.UNTRUSTED_CERTIFICATE,
                    "%s %s.".formatted(server, time.get()),
                    ClockSkew.CERTIFICATE_HINT,
                    List.of(),
                    cause);
        }
        return new ButlerException(
                ErrorCode.UNTRUSTED_CERTIFICATE,
                "The certificate of %s is not trusted, or not valid for this name.".formatted(server),
                server.trustHint(),
                List.of(),
                cause);
    }

    private static ButlerException unreachable(RestServer server, String what, Throwable cause) {
        return new ButlerException(ErrorCode.UNREACHABLE, "%s %s.".formatted(server, what), cause);
    }
}
