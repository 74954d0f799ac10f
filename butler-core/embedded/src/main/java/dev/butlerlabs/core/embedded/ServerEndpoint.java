package dev.butlerlabs.core.embedded;

import dev.butlerlabs.core.embedded.http.ApiHandler;
import dev.butlerlabs.core.embedded.http.HttpListener;
import dev.butlerlabs.core.embedded.identity.ServerIdentity;
import java.util.concurrent.CompletableFuture;

/** The open port and the identity of the server that listens on it. */
record ServerEndpoint(ServerIdentity identity, HttpListener listener) implements AutoCloseable {
    /**
     * Opens the port.
     *
     * @param handler the handler of all requests; requests wait until it is complete
     */
    static ServerEndpoint open(EmbeddedApiOptions options, CompletableFuture<ApiHandler> handler) {
        ServerIdentity identity = identity(options);
        HttpListener listener = HttpListener.open(
                options.port(),
                identity.tls(),
                identity.takesCertificates(),
                options.readTimeout(),
                new InterceptedHandler(options.gate(), request -> handler.join().handle(request)));
        return new ServerEndpoint(identity, listener);
    }

    @Override
    public void close() {
        listener.close();
    }

    private static ServerIdentity identity(EmbeddedApiOptions options) {
        return options.identity()
                .map(ServerIdentity::given)
                .orElseGet(() -> ServerIdentity.in(
                        options.dataDirectory().map(directory -> directory.resolve("identity")),
                        options.clock().instant()));
    }
}
