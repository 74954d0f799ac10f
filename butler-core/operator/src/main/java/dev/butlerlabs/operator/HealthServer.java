package dev.butlerlabs.operator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves /healthz, /readyz and /metrics. /readyz fails while an informer has not synced or the webhook has no certificate, and names it. A process that waits for the lease is
 * ready.
 */
final class HealthServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HealthServer.class);
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;

    private final HttpServer server;

    private HealthServer(HttpServer server) {
        this.server = server;
    }

    /**
     * Starts the server.
     *
     * @param metrics returns the text of /metrics
     * @param unready returns the names of the informers and other parts that are not ready
     * @throws ButlerException if the address cannot be bound
     */
    static HealthServer start(ListenAddress address, Supplier<String> metrics, Supplier<List<String>> unready) {
        try {
            HttpServer server = HttpServer.create(address.socket(), 0);
            server.createContext("/healthz", exchange -> answer(exchange, "/healthz", OK, "ok\n"));
            server.createContext("/readyz", exchange -> answerReadiness(exchange, unready));
            server.createContext("/metrics", exchange -> answerMetrics(exchange, metrics));
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.start();
            return new HealthServer(server);
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Cannot listen on %s:%d.".formatted(address.host(), address.port()),
                    "Choose another address with --health-address; port 0 selects a free port.",
                    List.of(),
                    e);
        }
    }

    /** While the reconcilers start, the state of their informers can be unreadable; the HTTP server would drop such a connection. */
    private static void answerReadiness(HttpExchange exchange, Supplier<List<String>> unready) throws IOException {
        List<String> names;
        try {
            names = unready.get();
        } catch (RuntimeException e) {
            LOG.debug("Reading the state of the informers failed", e);
            names = List.of("state not available: " + e);
        }
        if (names.isEmpty()) {
            answer(exchange, "/readyz", OK, "ok\n");
        } else {
            answer(exchange, "/readyz", UNAVAILABLE, "not ready:\n" + String.join("\n", names) + "\n");
        }
    }

    private static void answerMetrics(HttpExchange exchange, Supplier<String> metrics) throws IOException {
        String text;
        try {
            text = metrics.get();
        } catch (RuntimeException e) {
            LOG.debug("Reading the metrics failed", e);
            answer(exchange, "/metrics", UNAVAILABLE, "metrics not available: " + e + "\n");
            return;
        }
        answer(exchange, "/metrics", OK, text);
    }

    private static void answer(HttpExchange exchange, String path, int status, String text) throws IOException {
        try (exchange) {
            boolean known = exchange.getRequestURI().getPath().equals(path);
            byte[] body = (known ? text : "not found\n").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
            boolean read = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(known ? status : NOT_FOUND, read ? -1 : body.length);
            if (!read) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    String address() {
        InetSocketAddress bound = server.getAddress();
        return "http://%s:%d".formatted(bound.getHostString(), bound.getPort());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
