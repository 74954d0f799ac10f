package dev.butlerlabs.core.embedded.http;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.helidon.common.socket.SocketOptions;
import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsClientAuth;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.media.MediaContext;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import java.net.InetAddress;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/** The open port on loopback. */
public final class Listener implements AutoCloseable {
    private final WebServer server;
    private final Exchange exchange;

    private Listener(WebServer server, Exchange exchange) {
        this.server = server;
        this.exchange = exchange;
    }

    /**
     * Opens a port. Nothing is searched for on the class path: what is needed is named here, which also starts sooner.
     *
     * @param readTimeout how long the request line, the headers or the body may take to arrive, and how long a connection stays unused, before
     *     it is closed
     */
    public static Listener open(
            int port, SSLContext tls, boolean takesCertificates, Duration readTimeout, Handler handler) {
        Exchange exchange = new Exchange(handler, readTimeout);
        WebServer server = WebServer.builder()
                .address(InetAddress.getLoopbackAddress())
                .port(port)
                .tls(Tls.builder()
                        .sslContext(tls)
                        .clientAuth(takesCertificates ? TlsClientAuth.OPTIONAL : TlsClientAuth.NONE)
                        .build())
                .addProtocol(Http1Config.builder()
                        .validatePath(false)
                        .addReceiveListener(new HeaderDeadline(readTimeout))
                        .build())
                // A watcher sends nothing back, so an event would otherwise wait up to 40 ms for its client to
                // acknowledge the one before.
                .connectionOptions(SocketOptions.builder().tcpNoDelay(true).build())
                .shutdownHook(false)
                .featuresDiscoverServices(false)
                .protocolsDiscoverServices(false)
                .concurrencyLimitDiscoverServices(false)
                .mediaContext(MediaContext.builder()
                        .mediaSupportsDiscoverServices(false)
                        .registerDefaults(false)
                        .build())
                .contentEncoding(ContentEncodingContext.builder()
                        .contentEncodingsDiscoverServices(false)
                        .build())
                .shutdownGracePeriod(Duration.ofMillis(500))
                // A connection counts as idle while the server waits for the rest of a request line, not during a
                // watch.
                .idleConnectionTimeout(readTimeout)
                .idleConnectionPeriod(readTimeout.dividedBy(4))
                .addRouting(HttpRouting.builder().any(exchange::handle))
                .build();
        try {
            server.start();
        } catch (RuntimeException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "Port " + port + " on loopback cannot be opened: " + e.getMessage(), e);
        }
        // The server logs a port it cannot open and returns as if nothing had happened.
        if (!server.isRunning()) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT,
                    "Port " + port + " on loopback cannot be opened; another program may be listening there.");
        }
        return new Listener(server, exchange);
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.stop();
        exchange.close();
    }
}
