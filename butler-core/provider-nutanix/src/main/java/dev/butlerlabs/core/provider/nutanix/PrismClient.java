package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * Client for the v3 API of Prism Central. Requests are not retried: the caller observes the state before it tries again.
 * Thread-safe.
 */
final class PrismClient implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final int LARGEST_ANSWER = 64 * 1024 * 1024;
    private static final int NOT_FOUND = 404;

    /** Maximum number of concurrent requests; more slow Prism down. Further requests wait, bounded by the request timeout. */
    private static final int MOST_AT_ONCE = 16;

    private final Semaphore turns = new Semaphore(MOST_AT_ONCE, true);
    private final PrismEndpoint endpoint;
    private final PrismLogin login;
    private final Duration timeout;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http;

    PrismClient(PrismEndpoint endpoint, PrismLogin login, SSLContext tls, Duration timeout) {
        this.endpoint = endpoint;
        this.login = login;
        this.timeout = timeout;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(threads)
                .sslContext(tls)
                .sslParameters(parameters(endpoint, tls))
                .build();
    }

    /**
     * Returns TLS parameters. With a host alias, the connection uses an address, and the name is sent in the handshake and
     * verified against the certificate.
     */
    private static SSLParameters parameters(PrismEndpoint endpoint, SSLContext tls) {
        SSLParameters parameters = tls.getDefaultSSLParameters();
        endpoint.serverName().ifPresent(name -> parameters.setServerNames(List.of(new SNIHostName(name))));
        return parameters;
    }

    /** Returns the redactor for texts of this Prism Central. */
    SecretRedactor echo() {
        return login.echo();
    }

    JsonNode get(String path) {
        return accepted(send("GET", path, BodyPublishers.noBody()), echo());
    }

    /**
     * Returns an entity.
     *
     * @return empty if it does not exist
     */
    Optional<JsonNode> find(String path) {
        HttpResponse<byte[]> answer = send("GET", path, BodyPublishers.noBody());
        return answer.statusCode() == NOT_FOUND ? Optional.empty() : Optional.of(accepted(answer, echo()));
    }

    JsonNode post(String path, JsonNode body) {
        return post(path, body, echo());
    }

    /** @param echo redacts the secrets of the body */
    JsonNode post(String path, JsonNode body, SecretRedactor echo) {
        return accepted(send("POST", path, BodyPublishers.ofByteArray(PrismJsonReader.bytes(body))), echo);
    }

    JsonNode put(String path, JsonNode body, SecretRedactor echo) {
        return accepted(send("PUT", path, BodyPublishers.ofByteArray(PrismJsonReader.bytes(body))), echo);
    }

    /** Deletes an entity. Succeeds if it does not exist. */
    void delete(String path) {
        HttpResponse<byte[]> answer = send("DELETE", path, BodyPublishers.noBody());
        if (answer.statusCode() != NOT_FOUND) {
            accepted(answer, echo());
        }
    }

    private JsonNode accepted(HttpResponse<byte[]> answer, SecretRedactor echo) {
        if (answer.statusCode() / 100 != 2) {
            throw PrismErrorClassification.of(endpoint, answer.statusCode(), answer.body(), echo);
        }
        return PrismJsonReader.read(answer.body())
                .orElseThrow(
                        () -> new ButlerException(
                                ErrorCode.PROVIDER_TROUBLED,
                                "The server at %s does not provide the Prism Central API.".formatted(endpoint),
                                "Check endpoint and port: they must be those of Prism Central, not of Prism Element or a proxy."));
    }

    private HttpResponse<byte[]> send(String method, String path, BodyPublisher body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint.base() + path))
                .header("Authorization", login.header())
                .header("Content-Type", "application/json")
                .header("Accept", "application/json")
                .method(method, body)
                .build();
        try {
            turns.acquire();
            try {
                return await(
                        http.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), LARGEST_ANSWER)));
            } finally {
                turns.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "Interrupted while waiting for Prism Central.", e);
        }
    }

    /** Applies the timeout to the whole response; the timeout of a request covers only its headers. */
    private HttpResponse<byte[]> await(CompletableFuture<HttpResponse<byte[]>> answer) throws InterruptedException {
        try {
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            throw new ButlerException(
                    ErrorCode.TIMEOUT,
                    "The request to Prism Central at %s timed out after %d s.".formatted(endpoint, timeout.toSeconds()),
                    "Check the health of Prism Central. Butler retries automatically.");
        } catch (ExecutionException e) {
            throw ConnectionFailureMapper.of(endpoint, e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
        threads.shutdownNow();
    }
}
