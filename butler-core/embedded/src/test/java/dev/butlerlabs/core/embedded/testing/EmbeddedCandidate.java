package dev.butlerlabs.core.embedded.testing;

import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.testing.apiserver.ApiServerTarget;
import dev.butlerlabs.core.testing.apiserver.ApiServerUnderTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/** The embedded API, kept in memory, with a history short enough to be forgotten in a moment. */
public final class EmbeddedCandidate implements ApiServerUnderTest {

    private static final int HISTORY = 200;

    private final EmbeddedApiServer server;
    private final ApiServerTarget target;

    private EmbeddedCandidate(EmbeddedApiServer server) {
        this.server = server;
        this.target = EmbeddedTarget.of(server);
    }

    public static EmbeddedCandidate start() {
        return new EmbeddedCandidate(
                EmbeddedApiServer.start(EmbeddedApiOptions.inMemory().withHistory(HISTORY)));
    }

    @Override
    public ApiServerTarget target() {
        return target;
    }

    @Override
    public boolean startControllers() {
        return true;
    }

    /** It forgets the oldest changes when there are too many newer ones. */
    @Override
    public void forgetHistory() {
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(target.trust()).build()) {
            for (int i = 0; i <= HISTORY; i++) {
                client.send(change(i), BodyHandlers.discarding());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public boolean isEmbedded() {
        return true;
    }

    @Override
    public void close() {
        server.close();
    }

    private HttpRequest change(int number) {
        URI uri = target.server().resolve("/api/v1/namespaces/kube-public");
        String patch = "{\"metadata\": {\"annotations\": {\"test.dev/count\": \"%d\"}}}".formatted(number);
        return HttpRequest.newBuilder(uri)
                .header("Authorization", "Bearer " + target.token())
                .header("Content-Type", "application/merge-patch+json")
                .method("PATCH", BodyPublishers.ofString(patch))
                .build();
    }
}
