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

/** Says one thing at a time to the v3 API. Nothing is said twice: whoever asked looks again before it asks again. */
final class PrismClient implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final int LARGEST_ANSWER = 64 * 1024 * 1024;
    private static final int NOT_FOUND = 404;

    /** More at once make Prism slower, not faster; the rest waits here, each turn bounded by the time a request may take. */
    private static final int MOST_AT_ONCE = 16;

    private final Semaphore turns = new Semaphore(MOST_AT_ONCE, true);
    private final Endpoint endpoint;
    private final Login login;
    private final Duration timeout;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http;

    PrismClient(Endpoint endpoint, Login login, SSLContext tls, Duration timeout) {
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
     * Where a host alias counts, the connection goes to an address and the name travels in the handshake; Java then holds the
     * certificate against that name.
     */
    private static SSLParameters parameters(Endpoint endpoint, SSLContext tls) {
        SSLParameters parameters = tls.getDefaultSSLParameters();
        endpoint.serverName().ifPresent(name -> parameters.setServerNames(List.of(new SNIHostName(name))));
        return parameters;
    }

    /** Makes texts of this Prism fit to be shown. */
    Echo echo() {
        return login.echo();
    }

    JsonNode get(String path) {
        return accepted(send("GET", path, BodyPublishers.noBody()), echo());
    }

    /** Empty when there is no such thing. */
    Optional<JsonNode> find(String path) {
        HttpResponse<byte[]> answer = send("GET", path, BodyPublishers.noBody());
        return answer.statusCode() == NOT_FOUND ? Optional.empty() : Optional.of(accepted(answer, echo()));
    }

    JsonNode post(String path, JsonNode body) {
        return post(path, body, echo());
    }

    /** @param echo knows what of the body must not be shown */
    JsonNode post(String path, JsonNode body, Echo echo) {
        return accepted(send("POST", path, BodyPublishers.ofByteArray(Json.bytes(body))), echo);
    }

    JsonNode put(String path, JsonNode body, Echo echo) {
        return accepted(send("PUT", path, BodyPublishers.ofByteArray(Json.bytes(body))), echo);
    }

    /** Absent is fine. */
    void delete(String path) {
        HttpResponse<byte[]> answer = send("DELETE", path, BodyPublishers.noBody());
        if (answer.statusCode() != NOT_FOUND) {
            accepted(answer, echo());
        }
    }

    private JsonNode accepted(HttpResponse<byte[]> answer, Echo echo) {
        if (answer.statusCode() / 100 != 2) {
            throw Refusal.of(endpoint, answer.statusCode(), answer.body(), echo);
        }
        return Json.read(answer.body())
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.PROVIDER_TROUBLED,
                        "What answers at %s does not speak the API of Prism Central.".formatted(endpoint),
                        "Check endpoint and port: they must lead to Prism Central, not to Prism Element or a proxy."));
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
            throw new ButlerException(ErrorCode.CANCELLED, "Waiting for Prism Central was interrupted.", e);
        }
    }

    /** The time allowed covers the whole answer, where a request's own timeout would end with its headers. */
    private HttpResponse<byte[]> await(CompletableFuture<HttpResponse<byte[]>> answer) throws InterruptedException {
        try {
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            throw new ButlerException(
                    ErrorCode.TIMEOUT,
                    "Prism Central at %s did not answer within %d seconds.".formatted(endpoint, timeout.toSeconds()),
                    "Look at the health of Prism Central; Butler asks again by itself.");
        } catch (ExecutionException e) {
            throw BrokenConnection.of(endpoint, e.getCause());
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
