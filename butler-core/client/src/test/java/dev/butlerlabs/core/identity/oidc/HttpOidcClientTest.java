package dev.butlerlabs.core.identity.oidc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.net.httpserver.HttpServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests to a server on loopback. */
@Timeout(60)
final class HttpOidcClientTest {
    private static final int LARGE = 3 * 1024 * 1024;

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private URI serve(String path, int status, byte[] body) {
        server.createContext(path, exchange -> {
            exchange.getResponseHeaders().set("Location", "/elsewhere");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        return address(path);
    }

    private URI address(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    @Test
    void returnsStatusAndBodyAndFollowsNoRedirect() {
        try (HttpOidcClient client = HttpOidcClient.verified()) {
            assertEquals(
                    new OidcClient.Response(200, "{}"),
                    client.get(serve("/ok", 200, "{}".getBytes(StandardCharsets.UTF_8))));
            assertEquals(302, client.get(serve("/moved", 302, new byte[] {'x'})).status());
        }
    }

    @Test
    void readsOnlyALimitedAmount() {
        try (HttpOidcClient client = HttpOidcClient.verified()) {
            URI large = serve("/large", 200, new byte[LARGE]);

            assertEquals(
                    ErrorKind.UNREACHABLE,
                    assertThrows(ButlerException.class, () -> client.get(large)).kind());
        }
    }

    @Test
    void givesUpOnABodyThatDoesNotEnd() {
        server.createContext("/slow", exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
        });
        try (HttpOidcClient client = HttpOidcClient.verified(Duration.ofMillis(300))) {
            assertEquals(
                    ErrorKind.TIMEOUT,
                    assertThrows(ButlerException.class, () -> client.get(address("/slow")))
                            .kind());
        }
    }

    @Test
    void reportsAServerThatDoesNotListen() throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        URI closed = URI.create("http://127.0.0.1:" + port + "/");
        try (HttpOidcClient client = HttpOidcClient.verified()) {
            ButlerException failed = assertThrows(ButlerException.class, () -> client.get(closed));
            assertEquals(ErrorKind.UNREACHABLE, failed.kind());
            assertEquals(
                    "Cannot connect to %s: the connection failed or was closed.".formatted(closed),
                    failed.getMessage());
        }
    }
}
