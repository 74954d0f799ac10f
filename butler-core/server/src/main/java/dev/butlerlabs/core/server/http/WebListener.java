package dev.butlerlabs.core.server.http;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.helidon.common.socket.SocketOptions;
import io.helidon.common.tls.Tls;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.media.MediaContext;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** A web server on an open port. Each request is handled by a virtual thread. */
public final class WebListener implements AutoCloseable {
    private static final int LARGEST_HEADERS = 16 * 1024;
    private static final int LONGEST_REQUEST_LINE = 8 * 1024;

    private final WebServer server;
    private final WebExchange exchange;

    private WebListener(WebServer server, WebExchange exchange) {
        this.server = server;
        this.exchange = exchange;
    }

    /**
     * Opens a port.
     *
     * @param address port 0 selects a free port
     * @param timeout maximum time for the headers or the body to arrive, for a part of a response to be accepted by the client, and for a
     *     connection to be idle
     * @throws ButlerException if the port cannot be opened
     */
    public static WebListener open(
            InetSocketAddress address, Optional<SSLContext> tls, Duration timeout, WebHandler handler) {
        WebExchange exchange = new WebExchange(handler, timeout);
        WebServerConfig.Builder builder = WebServer.builder()
                .address(address.getAddress())
                .port(address.getPort())
                .addProtocol(Http1Config.builder()
                        .validatePath(false)
                        .maxPrologueLength(LONGEST_REQUEST_LINE)
                        .maxHeadersSize(LARGEST_HEADERS)
                        .addReceiveListener(new RequestHeaderTimer(timeout))
                        .build())
                .connectionOptions(SocketOptions.builder().tcpNoDelay(true).build())
                .shutdownHook(false)
                // Discovery on the class path would not work in a native program, and starts slower.
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
                .idleConnectionTimeout(timeout)
                .idleConnectionPeriod(timeout.dividedBy(4))
                .addRouting(HttpRouting.builder().any(exchange::handle));
        tls.ifPresent(context -> builder.tls(Tls.builder().sslContext(context).build()));
        WebServer server = builder.build();
        start(server, address);
        return new WebListener(server, exchange);
    }

    private static void start(WebServer server, InetSocketAddress address) {
        String place = address.getAddress().getHostAddress() + ":" + address.getPort();
        try {
            server.start();
        } catch (RuntimeException e) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "Cannot listen on %s: %s.".formatted(place, e.getMessage()), e);
        }
        // If it cannot open the port, the web server only logs that and returns normally.
        if (!server.isRunning()) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT,
                    "Cannot listen on %s: %s.".formatted(place, reason(address)),
                    "Choose another port, or stop the other process.");
        }
    }

    /** The web server does not return the reason, so it is found by opening the port again. */
    private static String reason(InetSocketAddress address) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(address);
            return "the port was in use by another process";
        } catch (IOException e) {
            return Optional.ofNullable(e.getMessage())
                    .map(text -> text.toLowerCase(Locale.ROOT).contains("in use")
                            ? "the port is in use by another process"
                            : text)
                    .orElse("the port cannot be opened");
        }
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        exchange.close();
        server.stop();
    }
}
