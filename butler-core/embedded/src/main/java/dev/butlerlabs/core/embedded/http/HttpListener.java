package dev.butlerlabs.core.embedded.http;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.helidon.common.socket.SocketOptions;
import io.helidon.common.tls.Tls;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.media.MediaContext;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import java.net.InetAddress;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** A web server on an open port of 127.0.0.1. */
public final class HttpListener implements AutoCloseable {
    private final WebServer server;
    private final HttpExchangeAdapter exchange;

    private HttpListener(WebServer server, HttpExchangeAdapter exchange) {
        this.server = server;
        this.exchange = exchange;
    }

    /**
     * Opens a port. The features of the web server are listed here instead of being discovered on the class path, which also starts faster.
     *
     * @param readTimeout maximum time for the request line, the headers or the body to arrive, and maximum time a connection stays idle,
     *     before it is closed
     */
    public static HttpListener open(
            int port, SSLContext tls, boolean takesCertificates, Duration readTimeout, ApiHandler handler) {
        HttpExchangeAdapter exchange = new HttpExchangeAdapter(handler, readTimeout);
        WebServer server = WebServer.builder()
                .address(InetAddress.getLoopbackAddress())
                .port(port)
                .tls(Tls.builder()
                        .sslContext(tls)
                        .sslParameters(parameters(takesCertificates))
                        .build())
                .addProtocol(Http1Config.builder()
                        .validatePath(false)
                        .addReceiveListener(new HeaderDeadline(readTimeout))
                        .build())
                // A watch client sends no data, so without this an event waits up to 40 ms for the acknowledgement of
                // the previous one.
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
                // A connection is idle while the web server waits for the rest of a request line, but not during a
                // watch.
                .idleConnectionTimeout(readTimeout)
                .idleConnectionPeriod(readTimeout.dividedBy(4))
                .addRouting(HttpRouting.builder().any(exchange::handle))
                .build();
        try {
            server.start();
        } catch (RuntimeException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "Cannot listen on 127.0.0.1:" + port + ": " + e.getMessage(), e);
        }
        // If it cannot open the port, the web server only logs that and returns normally.
        if (!server.isRunning()) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT,
                    "Cannot listen on 127.0.0.1:" + port + ": the port may be in use by another process.");
        }
        return new HttpListener(server, exchange);
    }

    private static SSLParameters parameters(boolean takesCertificates) {
        SSLParameters parameters = new SSLParameters();
        parameters.setWantClientAuth(takesCertificates);
        // The client knows which cipher it computes fast: a native program is slow with AES-GCM.
        parameters.setUseCipherSuitesOrder(false);
        return parameters;
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
