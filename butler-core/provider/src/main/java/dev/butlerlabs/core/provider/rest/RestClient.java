package dev.butlerlabs.core.provider.rest;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.FailureClassifier;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * Sends requests to one server. Redirects are not followed, and credentials are sent to no other server. Thread-safe.
 *
 * <p>A repeatable request is retried after transient failures. All other requests are sent once: the caller observes the state
 * before it tries again. A rejected token is renewed once.
 */
public final class RestClient implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final int LARGEST_RESPONSE = 64 * 1024 * 1024;
    private static final int UNAUTHENTICATED = 401;

    private final RestServer server;
    private final RestAuthentication authentication;
    private final RestClientOptions options;
    private final Semaphore permits;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http;

    public RestClient(RestServer server, RestAuthentication authentication, SSLContext tls, RestClientOptions options) {
        this.server = server;
        this.authentication = authentication;
        this.options = options;
        this.permits = new Semaphore(options.concurrency(), true);
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(threads)
                .sslContext(tls)
                .sslParameters(parameters(server, tls))
                .build();
    }

    /** Returns TLS parameters with the expected server name, which is verified even if the connection uses an address. */
    private static SSLParameters parameters(RestServer server, SSLContext tls) {
        SSLParameters parameters = tls.getDefaultSSLParameters();
        server.serverName().ifPresent(name -> parameters.setServerNames(List.of(new SNIHostName(name))));
        return parameters;
    }

    public RestServer server() {
        return server;
    }

    /** Returns the redactor for texts of this server. */
    public SecretRedactor redactor() {
        return authentication.redactor();
    }

    /**
     * Sends a request.
     *
     * @return the response, of any status
     * @throws ButlerException with UNREACHABLE, UNTRUSTED_CERTIFICATE or TIMEOUT if the response is not complete, or with
     *     CANCELLED if the thread is interrupted
     */
    public RestResponse send(RestRequest request) {
        for (int attempt = 1; ; attempt++) {
            boolean last = attempt >= options.attempts() || !request.repeatable();
            Optional<Duration> requested;
            try {
                RestResponse response = authenticated(request);
                requested = response.retryAfter();
                if (last
                        || !response.isTransient()
                        || requested.filter(this::isTooLong).isPresent()) {
                    return response;
                }
            } catch (ButlerException e) {
                if (last || !FailureClassifier.isTransient(e) || e.code() == ErrorCode.CANCELLED) {
                    throw e;
                }
                requested = Optional.empty();
            }
            Duration delay = requested.orElse(options.backoff().delay(attempt, ThreadLocalRandom.current()));
            options.sleeper().pause(delay, "Interrupted while waiting to repeat a request to %s.".formatted(server));
        }
    }

    private boolean isTooLong(Duration delay) {
        return delay.compareTo(options.longestDelay()) > 0;
    }

    private RestResponse authenticated(RestRequest request) {
        Map<String, String> headers = authentication.headers(request.method());
        RestResponse response = exchange(request, headers);
        return response.status() == UNAUTHENTICATED && authentication.renew(headers)
                ? exchange(request, authentication.headers(request.method()))
                : response;
    }

    private RestResponse exchange(RestRequest request, Map<String, String> login) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(target(request))
                .header("Accept", "application/json")
                .method(request.method(), request.body());
        request.headers().forEach(builder::setHeader);
        login.forEach(builder::setHeader);
        try {
            permits.acquire();
            try {
                return new RestResponse(await(http.sendAsync(
                        builder.build(), BodyHandlers.limiting(BodyHandlers.ofByteArray(), LARGEST_RESPONSE))));
            } finally {
                permits.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(
                    ErrorCode.CANCELLED, "Interrupted while waiting for %s.".formatted(server.title()), e);
        }
    }

    private URI target(RestRequest request) {
        URI target = server.resolve(request.target());
        if (!server.isOrigin(target)) {
            throw new ButlerException(
                    ErrorCode.PROVIDER,
                    "%s referred to another server: %s.".formatted(server, target.getHost()),
                    "Check the endpoint in the settings. Credentials are sent to this endpoint only.");
        }
        return target;
    }

    /** Applies the timeout to the whole response; the timeout of a request covers only its headers. */
    private HttpResponse<byte[]> await(CompletableFuture<HttpResponse<byte[]>> response) throws InterruptedException {
        try {
            return response.get(options.timeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            throw new ButlerException(
                    ErrorCode.TIMEOUT,
                    "The request to %s timed out after %d s."
                            .formatted(server, options.timeout().toSeconds()),
                    "Check the health of %s. Butler retries automatically.".formatted(server.title()));
        } catch (ExecutionException e) {
            throw ConnectionFailureMapper.of(server, e.getCause());
        } finally {
            response.cancel(true);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
        threads.shutdownNow();
    }
}
