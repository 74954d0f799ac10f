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

/** What a connection that was not made, or broke, is called. */
final class BrokenConnection {
    private static final int DEEPEST = 12;

    private BrokenConnection() {}

    static ButlerException of(Endpoint endpoint, Throwable cause) {
        if (isUntrusted(cause)) {
            return untrusted(endpoint, cause);
        }
        return switch (cause) {
            case HttpConnectTimeoutException _ -> unreachable(endpoint, "does not answer", cause);
            case HttpTimeoutException _ ->
                new ButlerException(
                        ErrorCode.TIMEOUT, "Prism Central at %s did not answer in time.".formatted(endpoint), cause);
            case SSLException _ -> unreachable(endpoint, "cannot be spoken to encrypted", cause);
            case IOException _
            when has(cause, UnresolvedAddressException.class) ->
                unreachable(endpoint, "has a name that cannot be resolved", cause);
            case IOException _ -> unreachable(endpoint, "broke the connection off, or none could be made", cause);
            default -> new ButlerException(ErrorCode.INTERNAL, "Prism Central could not be asked.", cause);
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

    private static ButlerException untrusted(Endpoint endpoint, Throwable cause) {
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
                "The certificate of Prism Central at %s is not trusted, or is for another name.".formatted(endpoint),
                "Name the authority that signed it: caFile in a bootstrap file, the key ca.pem in the credentials.",
                List.of(),
                cause);
    }

    private static ButlerException unreachable(Endpoint endpoint, String what, Throwable cause) {
        return new ButlerException(ErrorCode.UNREACHABLE, "Prism Central at %s %s.".formatted(endpoint, what), cause);
    }
}
