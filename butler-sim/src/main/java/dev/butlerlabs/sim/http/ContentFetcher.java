package dev.butlerlabs.sim.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;

/** Downloads images as an infrastructure does: follows redirects and checks length and format. Connects to loopback addresses only. */
public final class ContentFetcher implements AutoCloseable {
    private static final int MOST_REDIRECTS = 5;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .executor(threads)
            .build();

    /**
     * Downloads an image.
     *
     * @param progress receives the progress in percent
     * @throws IOException with a reason for people if the download fails
     */
    public ReceivedContent fetch(URI url, IntConsumer progress) throws IOException {
        HttpResponse<InputStream> response = follow(url);
        try (InputStream body = response.body()) {
            if (response.statusCode() != 200) {
                throw new IOException("%s returned status code %d".formatted(url, response.statusCode()));
            }
            long length = response.headers().firstValueAsLong("Content-Length").orElse(-1);
            return ReceivedContent.read(body, length, progress);
        }
    }

    private HttpResponse<InputStream> follow(URI url) throws IOException {
        URI target = url;
        for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
            requireLoopback(target);
            HttpResponse<InputStream> response = send(target);
            if (response.statusCode() / 100 != 3) {
                return response;
            }
            response.body().close();
            target = target.resolve(response.headers().firstValue("Location").orElse(""));
        }
        throw new IOException("stopped after %d redirects".formatted(MOST_REDIRECTS));
    }

    private static void requireLoopback(URI target) throws IOException {
        if (target.getHost() == null || !InetAddress.getByName(target.getHost()).isLoopbackAddress()) {
            throw new IOException("dial tcp: lookup %s: no such host".formatted(target.getHost()));
        }
    }

    private HttpResponse<InputStream> send(URI target) throws IOException {
        try {
            return http.send(HttpRequest.newBuilder(target).build(), BodyHandlers.ofInputStream());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("stopped", e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
        threads.shutdownNow();
    }
}
