package dev.butlerlabs.core.embedded;

import dev.butlerlabs.core.embedded.http.Handler;
import dev.butlerlabs.core.embedded.http.Listener;
import dev.butlerlabs.core.embedded.identity.ServerIdentity;
import java.util.concurrent.CompletableFuture;

/** The open port and who answers there. */
record Entrance(ServerIdentity identity, Listener listener) implements AutoCloseable {
    /** @param handler who answers; requests wait for it */
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
