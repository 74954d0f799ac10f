package dev.butlerlabs.core.addon;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;

/**
 * A chart repository and an OCI registry on loopback, both with the same charts. Below {@code /guarded} and in the registry a login is
 * needed.
 */
final class ChartShelf implements AutoCloseable {
    static final String USER = "reader";
    static final String PASSWORD = "canary-5d1e";

    private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";

    private final HttpServer server;
    private final Path folder;
    private final Map<String, byte[]> blobs = new HashMap<>();
    private final Map<String, byte[]> manifests = new HashMap<>();

    ChartShelf(HelmProgram helm, Path sources, Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/charts/", exchange -> serve(exchange, "/charts/", false));
        server.createContext("/guarded/", exchange -> serve(exchange, "/guarded/", true));
        server.createContext("/v2/", this::registry);
        for (Path chart : charts(sources)) {
            require(helm.run(Map.of(), List.of("package", chart.toString(), "-d", folder.toString())));
        }
        require(helm.run(Map.of(), List.of("repo", "index", folder.toString())));
        for (Path packed : charts(folder)) {
            if (packed.toString().endsWith(".tgz")) {
                publish(packed);
            }
        }
        server.start();
    }

    private static List<Path> charts(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static void require(HelmProgram.Result result) {
        if (result.exitCode() != 0) {
            throw new IllegalStateException(result.text());
        }
    }

    String repository() {
        return "http://127.0.0.1:%d/charts".formatted(server.getAddress().getPort());
    }

    String guarded() {
        return "http://127.0.0.1:%d/guarded".formatted(server.getAddress().getPort());
    }

    String registry() {
        return "oci://127.0.0.1:%d/shelf".formatted(server.getAddress().getPort());
    }

    byte[] packed(String file) throws IOException {
        return Files.readAllBytes(folder.resolve(file));
    }

    private void serve(HttpExchange exchange, String prefix, boolean guarded) throws IOException {
        Path file = folder.resolve(exchange.getRequestURI().getPath().substring(prefix.length()));
        if (guarded && !isAllowed(exchange)) {
            refuse(exchange);
        } else if (Files.isRegularFile(file)) {
            answer(exchange, 200, Files.readAllBytes(file));
        } else {
            answer(exchange, 404, new byte[0]);
        }
    }

    private static boolean isAllowed(HttpExchange exchange) {
        String word = Base64.getEncoder().encodeToString((USER + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        return ("Basic " + word).equals(exchange.getRequestHeaders().getFirst("Authorization"));
    }

    private static void refuse(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"shelf\"");
        answer(exchange, 401, new byte[0]);
    }

    /** A chart in a registry is a manifest that names a description and the packed chart. */
    private void publish(Path packed) throws IOException {
        String file = packed.getFileName().toString().replace(".tgz", "");
        int dash = file.lastIndexOf('-');
        String name = file.substring(0, dash);
        String version = file.substring(dash + 1);
        byte[] chart = Files.readAllBytes(packed);
        byte[] description = "{\"name\":\"%s\",\"version\":\"%s\",\"apiVersion\":\"v2\"}"
                .formatted(name, version)
                .getBytes(StandardCharsets.UTF_8);
        byte[] manifest = """
                {"schemaVersion":2,"mediaType":"%s","config":%s,"layers":[%s]}""".formatted(
                        MANIFEST,
                        described("application/vnd.cncf.helm.config.v1+json", description),
                        described("application/vnd.cncf.helm.chart.content.v1.tar+gzip", chart))
                .getBytes(StandardCharsets.UTF_8);
        manifests.put(name + " " + version, manifest);
        manifests.put(name + " " + digest(manifest), manifest);
    }

    private String described(String type, byte[] content) {
        blobs.put(digest(content), content);
        return "{\"mediaType\":\"%s\",\"digest\":\"%s\",\"size\":%d}".formatted(type, digest(content), content.length);
    }

    private void registry(HttpExchange exchange) throws IOException {
        String[] path = exchange.getRequestURI().getPath().split("/", -1);
        if (!isAllowed(exchange)) {
            refuse(exchange);
        } else if (path.length == 6 && path[4].equals("manifests") && manifests.containsKey(path[3] + " " + path[5])) {
            byte[] manifest = manifests.get(path[3] + " " + path[5]);
            exchange.getResponseHeaders().set("Content-Type", MANIFEST);
            exchange.getResponseHeaders().set("Docker-Content-Digest", digest(manifest));
            answer(exchange, 200, manifest);
        } else if (path.length == 6 && path[4].equals("blobs") && blobs.containsKey(path[5])) {
            answer(exchange, 200, blobs.get(path[5]));
        } else {
            answer(exchange, path.length == 3 ? 200 : 404, new byte[0]);
        }
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        try (exchange) {
            boolean head = exchange.getRequestMethod().equals("HEAD");
            if (head) {
                exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
            }
            exchange.sendResponseHeaders(status, head || body.length == 0 ? -1 : body.length);
            if (!head) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    private static String digest(byte[] content) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
