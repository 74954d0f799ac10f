package dev.butlerlabs.core.embedded;

import dev.butlerlabs.core.embedded.http.Handler;
import dev.butlerlabs.core.embedded.http.Listener;
import dev.butlerlabs.core.embedded.identity.ServerIdentity;
import java.util.concurrent.CompletableFuture;

/** The open port and the identity of the server that listens on it. */
record Entrance(ServerIdentity identity, Listener listener) implements AutoCloseable {
    /**
     * Opens the port.
     *
     * @param handler the handler of all requests; requests wait until it is complete
     */
    static Entrance open(EmbeddedApiOptions options, CompletableFuture<Handler> handler) {
        ServerIdentity identity = identity(options);
        Listener listener = Listener.open(
                options.port(),
                identity.tls(),
                identity.takesCertificates(),
                options.readTimeout(),
                new GatedHandler(options.gate(), request -> handler.join().handle(request)));
        return new Entrance(identity, listener);
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
