package dev.butlerlabs.adm.gitops;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;

/** Serves Git repositories over HTTP on loopback with the program git http-backend. */
final class LoopbackGitServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Path root;

    private LoopbackGitServer(HttpServer server, Path root) {
        this.server = server;
        this.root = root;
    }

    /** @param root the directory with the repositories */
    static LoopbackGitServer start(Path root) throws IOException {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        LoopbackGitServer git = new LoopbackGitServer(http, root);
        http.setExecutor(git.threads);
        http.createContext("/", git::handle);
        http.start();
        return git;
    }

    String url(String repository) {
        return "http://127.0.0.1:%d/%s".formatted(server.getAddress().getPort(), repository);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = body(exchange);
            ProcessBuilder builder =
                    new ProcessBuilder("git", "http-backend").redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().putAll(variables(exchange, body.length));
            Process process = builder.start();
            Thread.ofVirtual().start(() -> write(process, body));
            respond(exchange, process.getInputStream().readAllBytes());
        }
    }

    private static byte[] body(HttpExchange exchange) throws IOException {
        byte[] raw = exchange.getRequestBody().readAllBytes();
        if (!"gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))) {
            return raw;
        }
        try (InputStream plain = new GZIPInputStream(new ByteArrayInputStream(raw))) {
            return plain.readAllBytes();
        }
    }

    private Map<String, String> variables(HttpExchange exchange, int length) {
        return Map.of(
                "GIT_PROJECT_ROOT", root.toString(),
                "GIT_HTTP_EXPORT_ALL", "1",
                "PATH_INFO", exchange.getRequestURI().getPath(),
                "QUERY_STRING",
                        Optional.ofNullable(exchange.getRequestURI().getRawQuery())
                                .orElse(""),
                "REQUEST_METHOD", exchange.getRequestMethod(),
                "CONTENT_TYPE",
                        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Content-Type"))
                                .orElse(""),
                "CONTENT_LENGTH", Integer.toString(length),
                "REMOTE_ADDR", "127.0.0.1");
    }

    private static void write(Process process, byte[] body) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(body);
        } catch (IOException e) {
            // The program does not read the body of a request that it rejects; its response says why.
            return;
        }
    }

    /** Splits the response of the program into header lines and body. */
    private static void respond(HttpExchange exchange, byte[] output) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int status = 200;
        int at = 0;
        for (; at < output.length; at++) {
            if (output[at] != '\n') {
                line.write(output[at]);
                continue;
            }
            String header = line.toString(StandardCharsets.US_ASCII).strip();
            line.reset();
            if (header.isEmpty()) {
                at++;
                break;
            }
            String[] parts = header.split(":", 2);
            if (parts[0].equals("Status")) {
                status = Integer.parseInt(parts[1].strip().substring(0, 3));
            } else {
                exchange.getResponseHeaders().add(parts[0], parts[1].strip());
            }
        }
        exchange.sendResponseHeaders(status, output.length == at ? -1 : output.length - at);
        if (output.length > at) {
            exchange.getResponseBody().write(output, at, output.length - at);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
