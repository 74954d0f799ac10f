package dev.butlerlabs.bench;

import dev.butlerlabs.core.testing.apiserver.ApiServerTarget;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

/** Plain requests, the same for every server: HTTP/1.1 over TLS, JSON, one bearer token. */
final class BenchClient implements AutoCloseable {
    private final ApiServerTarget target;
    private final HttpClient client;

    BenchClient(ApiServerTarget target) {
        this.target = target;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(target.trust())
                .build();
    }

    byte[] get(String path) {
        return send(HttpRequest.newBuilder(target.server().resolve(path)), BodyHandlers.ofByteArray());
    }

    void post(String path, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(target.server().resolve(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        send(request, BodyHandlers.discarding());
    }

    /** The lines of a watch, as they come. */
    InputStream watch(String path, String resourceVersion) {
        return send(
                HttpRequest.newBuilder(
                        target.server().resolve(path + "?watch=true&resourceVersion=" + resourceVersion)),
                BodyHandlers.ofInputStream());
    }

    String resourceVersion(String path) {
        String list = new String(get(path + "?limit=1"), StandardCharsets.UTF_8);
        return list.replaceFirst("(?s)^.*?\"resourceVersion\"\\s*:\\s*\"(\\d+)\".*$", "$1");
    }

    private <T> T send(HttpRequest.Builder builder, BodyHandler<T> handler) {
        HttpRequest request =
                builder.header("Authorization", "Bearer " + target.token()).build();
        try {
            HttpResponse<T> response = client.send(request, handler);
            if (response.statusCode() / 100 != 2) {
                throw new IllegalStateException(
                        request.method() + " " + request.uri() + " was answered " + response.statusCode());
            }
            return response.body();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
