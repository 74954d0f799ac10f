package dev.butlerlabs.core.embedded.conformance;

import dev.butlerlabs.core.testing.apiserver.ApiServerTarget;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Plain HTTP, so that nothing of an answer is hidden by a client library. */
final class ApiClient implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ApiServerTarget target;
    private final HttpClient http;

    ApiClient(ApiServerTarget target) {
        this.target = target;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(target.trust())
                .build();
    }

    /** A request; a header with an empty value is left out, {@code Authorization} too. */
    record Call(String method, String path, Map<String, String> headers, Optional<String> body) {
        @Override
        public String toString() {
            return method + " " + path + body.map(text -> " " + text).orElse("");
        }
    }

    Answer send(Call call) {
        HttpResponse<String> response = exchange(call, BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.headers(), response.body());
    }

    Watch watch(Call call) {
        HttpResponse<InputStream> response = exchange(call, BodyHandlers.ofInputStream());
        return new Watch(response.statusCode(), response.headers(), response.body());
    }

    private <T> HttpResponse<T> exchange(Call call, BodyHandler<T> handler) {
        try {
            // Bounds the whole answer; the timeout of a request ends with its headers.
            return http.sendAsync(request(call), handler).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError(call.method() + " " + call.path() + " was not answered: " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private HttpRequest request(Call call) {
        URI uri = URI.create(target.server() + encoded(call.path()));
        BodyPublisher body = call.body().map(BodyPublishers::ofString).orElse(BodyPublishers.noBody());
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).method(call.method(), body);
        if (!call.headers().containsKey("Authorization")) {
            request.header("Authorization", "Bearer " + target.token());
        }
        call.headers().forEach((name, value) -> {
            if (!value.isEmpty()) {
                request.header(name, value);
            }
        });
        return request.build();
    }

    private static String encoded(String path) {
        return path.replace(" ", "%20").replace("|", "%7C").replace("{", "%7B").replace("}", "%7D");
    }

    @Override
    public void close() {
        http.close();
    }
}
