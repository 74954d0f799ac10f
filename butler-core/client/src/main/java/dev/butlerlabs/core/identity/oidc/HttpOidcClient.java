package dev.butlerlabs.core.identity.oidc;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/** Requests documents over HTTP, each within a time limit and a size limit. Thread-safe. */
public final class HttpOidcClient implements OidcClient, OidcFormClient, AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final long LARGEST_BODY = 1024 * 1024;
    private static final int DEEPEST_CAUSE = 12;

    private final HttpClient http;
    private final Duration timeout;

    private HttpOidcClient(HttpClient http, Duration timeout) {
        this.http = http;
        this.timeout = timeout;
    }

    /** Returns a client that verifies certificates with the CAs of the platform. */
    public static HttpOidcClient verified() {
        return new HttpOidcClient(builder().build(), TIMEOUT);
    }

    /** Returns a client for a provider whose certificate must not be verified, as its IdentityProvider requests. */
    public static HttpOidcClient unverified() {
        try {
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, new TrustManager[] {new UnverifiedCertificates()}, null);
            return new HttpOidcClient(builder().sslContext(tls).build(), TIMEOUT);
        } catch (GeneralSecurityException e) {
            throw new ButlerException(ErrorCode.INTERNAL, "TLS is not available.", e);
        }
    }

    /**
     * Returns a client that trusts only these CAs.
     *
     * @param authorities certificates as PEM
     * @throws ButlerException if the text contains no certificate
     */
    public static HttpOidcClient trusting(String authorities) {
        return new HttpOidcClient(
                builder().sslContext(TrustedAuthorities.context(authorities)).build(), TIMEOUT);
    }

    static HttpOidcClient verified(Duration timeout) {
        return new HttpOidcClient(builder().build(), timeout);
    }

    private static HttpClient.Builder builder() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT);
    }

    @Override
    public Response get(URI address) {
        return send(request(address).build());
    }

    @Override
    public Response post(URI address, Map<String, String> form, Optional<String> authorization) {
        HttpRequest.Builder request = request(address)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(FormEncoder.encode(form)));
        authorization.ifPresent(value -> request.header("Authorization", value));
        return send(request.build());
    }

    private HttpRequest.Builder request(URI address) {
        return HttpRequest.newBuilder(address)
                .header("Accept", "application/json")
                .timeout(timeout);
    }

    private Response send(HttpRequest request) {
        URI address = request.uri();
        CompletableFuture<HttpResponse<byte[]>> pending =
                http.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), LARGEST_BODY));
        try {
            // The timeout of the request ends with the headers; this one includes the body.
            HttpResponse<byte[]> response = pending.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return new Response(response.statusCode(), new String(response.body(), StandardCharsets.UTF_8));
        } catch (TimeoutException e) {
            throw timedOut(address, e);
        } catch (ExecutionException e) {
            throw failure(address, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "The request to %s was cancelled.".formatted(address), e);
        } finally {
            pending.cancel(true);
        }
    }

    private ButlerException failure(URI address, Throwable cause) {
        if (cause instanceof HttpTimeoutException) {
            return timedOut(address, cause);
        }
        if (hasCause(cause, CertificateException.class)) {
            return new ButlerException(
                    ErrorCode.UNTRUSTED_CERTIFICATE,
                    "The certificate of %s is not trusted, or not valid for this name.".formatted(address),
                    cause);
        }
        String reason = hasCause(cause, UnresolvedAddressException.class)
                ? "the host name cannot be resolved"
                : "the connection failed or was closed";
        return new ButlerException(
                ErrorCode.UNREACHABLE, "Cannot connect to %s: %s.".formatted(address, reason), cause);
    }

    private ButlerException timedOut(URI address, Throwable cause) {
        return new ButlerException(
                ErrorCode.TIMEOUT,
                "%s did not respond within %d seconds.".formatted(address, Math.max(1, timeout.toSeconds())),
                cause);
    }

    private static boolean hasCause(Throwable failure, Class<? extends Throwable> type) {
        Throwable next = failure;
        for (int depth = 0; next != null && depth < DEEPEST_CAUSE; depth++) {
            if (type.isInstance(next)) {
                return true;
            }
            next = next.getCause();
        }
        return false;
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
