package dev.butlerlabs.core.embedded.testing;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpClient;
import io.fabric8.kubernetes.client.http.StandardHttpClientBuilder;
import io.fabric8.kubernetes.client.http.StandardHttpHeaders;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.StandardWebSocketBuilder;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.http.WebSocketResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** An HTTP client that calls a function on the calling thread instead of opening a connection. */
final class DirectHttpClient
        extends StandardHttpClient<DirectHttpClient, DirectHttpClient.Factory, DirectHttpClient.Builder> {
    private final Function<StandardHttpRequest, Optional<Reply>> server;

    private DirectHttpClient(Builder builder, Function<StandardHttpRequest, Optional<Reply>> server) {
        super(builder, new AtomicBoolean());
        this.server = server;
    }

    /** A complete response. */
    @SuppressWarnings("ArrayRecordComponent") // the body is passed on unchanged
    record Reply(int code, String contentType, byte[] body) {}

    /**
     * Creates clients.
     *
     * @param server answers a request; empty for a watch, which then never reports an event
     */
    record Factory(Function<StandardHttpRequest, Optional<Reply>> server) implements HttpClient.Factory {
        @Override
        public Builder newBuilder() {
            return new Builder(this);
        }
    }

    /** Builds a client and its derived clients. */
    static final class Builder extends StandardHttpClientBuilder<DirectHttpClient, Factory, Builder> {
        private Builder(Factory factory) {
            super(factory);
        }

        @Override
        public DirectHttpClient build() {
            return new DirectHttpClient(this, clientFactory.server());
        }

        @Override
        protected Builder newInstance(Factory factory) {
            return new Builder(factory);
        }
    }

    @Override
    public CompletableFuture<HttpResponse<AsyncBody>> consumeBytesDirect(
            StandardHttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        return server.apply(request)
                .map(reply ->
                        CompletableFuture.<HttpResponse<AsyncBody>>completedFuture(response(request, reply, consumer)))
                .orElseGet(CompletableFuture::new);
    }

    private static HttpResponse<AsyncBody> response(
            StandardHttpRequest request, Reply reply, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        return new DirectResponse(request, reply, new WholeBody(reply.body(), consumer));
    }

    /** Delivers the body in one piece as soon as it is requested. */
    private static final class WholeBody implements AsyncBody {
        private final byte[] bytes;
        private final AsyncBody.Consumer<List<ByteBuffer>> consumer;
        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private boolean delivered;

        private WholeBody(byte[] bytes, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
            this.bytes = bytes;
            this.consumer = consumer;
        }

        @Override
        public void consume() {
            if (delivered) {
                // The consumer requests the next part while it reads the first.
                return;
            }
            delivered = true;
            try {
                consumer.consume(List.of(ByteBuffer.wrap(bytes)), this);
                done.complete(null);
            } catch (Exception e) {
                done.completeExceptionally(e);
            }
        }

        @Override
        public CompletableFuture<Void> done() {
            return done;
        }

        @Override
        public void cancel() {
            done.cancel(false);
        }
    }

    private static final class DirectResponse extends StandardHttpHeaders implements HttpResponse<AsyncBody> {
        private final StandardHttpRequest request;
        private final Reply reply;
        private final AsyncBody body;

        private DirectResponse(StandardHttpRequest request, Reply reply, AsyncBody body) {
            super(Map.of("Content-Type", List.of(reply.contentType())));
            this.request = request;
            this.reply = reply;
            this.body = body;
        }

        @Override
        public int code() {
            return reply.code();
        }

        @Override
        public AsyncBody body() {
            return body;
        }

        @Override
        public HttpRequest request() {
            return request;
        }

        @Override
        public Optional<HttpResponse<?>> previousResponse() {
            return Optional.empty();
        }
    }

    @Override
    public CompletableFuture<WebSocketResponse> buildWebSocketDirect(
            StandardWebSocketBuilder standardWebSocketBuilder, WebSocket.Listener listener) {
        return CompletableFuture.failedFuture(new UnsupportedOperationException("no web sockets in memory"));
    }

    @Override
    protected void doClose() {
        // Nothing is open.
    }
}
