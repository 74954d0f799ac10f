package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * An HTTP client that sends writes only while a {@link WriteFence} allows them. A rejected write fails with the {@link ButlerException}
 * of the fence; it is not an {@link IOException}, so that the Kubernetes client does not retry it.
 */
final class FencedHttpClient extends HttpClient {
    private final HttpClient client;
    private final WriteFence fence;

    FencedHttpClient(HttpClient client, WriteFence fence) {
        this.client = client;
        this.fence = fence;
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        return fenced(request, allowed -> client.sendAsync(allowed, handler));
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, BodyHandler<T> handler, PushPromiseHandler<T> pushes) {
        return fenced(request, allowed -> client.sendAsync(allowed, handler, pushes));
    }

    private <T> CompletableFuture<T> fenced(HttpRequest request, Function<HttpRequest, CompletableFuture<T>> send) {
        if (!WriteFence.isWrite(request)) {
            return send.apply(request);
        }
        Optional<ButlerException> rejected = fence.rejection(request);
        if (rejected.isPresent()) {
            return CompletableFuture.failedFuture(rejected.get());
        }
        FencedBody body = new FencedBody(
                request.bodyPublisher().orElseGet(HttpRequest.BodyPublishers::noBody), () -> fence.rejection(request));
        HttpRequest withBody = HttpRequest.newBuilder(request, (name, value) -> true)
                .method(request.method(), body)
                .build();
        return send.apply(withBody)
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(
                        body.rejection().<Throwable>map(reason -> reason).orElse(failure)));
    }

    /** The Kubernetes client sends asynchronously only; a write that is sent in another way would pass the fence. */
    @Override
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        if (WriteFence.isWrite(request)) {
            throw new UnsupportedOperationException("writes are sent asynchronously");
        }
        return client.send(request, handler);
    }

    @Override
    public WebSocket.Builder newWebSocketBuilder() {
        return client.newWebSocketBuilder();
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return client.cookieHandler();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return client.connectTimeout();
    }

    @Override
    public Redirect followRedirects() {
        return client.followRedirects();
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return client.proxy();
    }

    @Override
    public SSLContext sslContext() {
        return client.sslContext();
    }

    @Override
    public SSLParameters sslParameters() {
        return client.sslParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return client.authenticator();
    }

    @Override
    public Version version() {
        return client.version();
    }

    @Override
    public Optional<Executor> executor() {
        return client.executor();
    }

    @Override
    public void shutdown() {
        client.shutdown();
    }

    @Override
    public void shutdownNow() {
        client.shutdownNow();
    }

    @Override
    public boolean isTerminated() {
        return client.isTerminated();
    }

    @Override
    public boolean awaitTermination(Duration limit) throws InterruptedException {
        return client.awaitTermination(limit);
    }

    @Override
    public void close() {
        client.close();
    }
}
