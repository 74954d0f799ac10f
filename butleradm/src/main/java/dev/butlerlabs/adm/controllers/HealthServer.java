package dev.butlerlabs.adm.controllers;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/** Answers whether the process lives (/healthz, /readyz) and what it has done (/metrics). One that waits for the lease is healthy too. */
final class HealthServer implements AutoCloseable {
    private final HttpServer server;

    private HealthServer(HttpServer server) {
        this.server = server;
    }

    static HealthServer start(ListenAddress address, Metrics metrics, BooleanSupplier leading) {
        try {
            HttpServer server = HttpServer.create(address.socket(), 0);
            server.createContext("/healthz", exchange -> answer(exchange, "/healthz", "ok\n"));
            server.createContext("/readyz", exchange -> answer(exchange, "/readyz", "ok\n"));
            server.createContext(
                    "/metrics", exchange -> answer(exchange, "/metrics", metrics.text(leading.getAsBoolean())));
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.start();
            return new HealthServer(server);
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Nothing can listen at %s:%d.".formatted(address.host(), address.port()),
                    "Choose another address with --health-address; port 0 takes a free one.",
                    List.of(),
                    e);
        }
    }

    private static void answer(HttpExchange exchange, String path, String text) throws IOException {
        try (exchange) {
            boolean known = exchange.getRequestURI().getPath().equals(path);
            byte[] body = (known ? text : "not found\n").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
            boolean read = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(known ? 200 : 404, read ? -1 : body.length);
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
