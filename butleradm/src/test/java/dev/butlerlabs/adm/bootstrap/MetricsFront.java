package dev.butlerlabs.adm.bootstrap;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Passes read requests to a Kubernetes API, and serves metrics, which simulated clusters do not have. On loopback, without TLS. */
final class MetricsFront implements AutoCloseable {
    private final KubernetesClient target;
    private final String metrics;
    private final HttpServer server;

    private MetricsFront(KubernetesClient target, String metrics, HttpServer server) {
        this.target = target;
        this.metrics = metrics;
        this.server = server;
    }

    static MetricsFront start(KubernetesClient target, String metrics) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        MetricsFront front = new MetricsFront(target, metrics, server);
        server.createContext("/", front::handle);
        server.start();
        return front;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().toString();
            Optional<String> body =
                    path.equals("/metrics") ? Optional.of(metrics) : Optional.ofNullable(target.raw(path));
            byte[] bytes = body.orElse("").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders()
                    .add("Content-Type", path.equals("/metrics") ? "text/plain" : "application/json");
            exchange.sendResponseHeaders(body.isPresent() ? 200 : 404, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** Writes a kubeconfig for this server. */
    Path kubeconfig(Path file) throws IOException {
        return Files.writeString(file, """
                apiVersion: v1
                kind: Config
                current-context: demo
                clusters: [{name: demo, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: demo, user: {token: none}}]
                contexts: [{name: demo, context: {cluster: demo, user: demo}}]
                """.formatted(server.getAddress().getPort()));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
