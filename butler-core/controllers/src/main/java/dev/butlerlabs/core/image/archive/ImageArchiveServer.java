package dev.butlerlabs.core.image.archive;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import dev.butlerlabs.core.talos.image.Schematic;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves an image archive with the protocol of an Image Factory, read-only: versions, extensions, schematics, and images with checksums and
 * ranges. A schematic that is uploaded is accepted if the archive contains it. Errors are plain text.
 */
public final class ImageArchiveServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ImageArchiveServer.class);
    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int LARGEST_SCHEMATIC = 1024 * 1024;
    private static final String CHECKSUM = ".sha256";
    private static final Pattern EXTENSIONS = Pattern.compile("/version/([^/]+)/extensions/official");
    private static final Pattern OVERLAYS = Pattern.compile("/version/([^/]+)/overlays/official");

    private final ImageArchive archive;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private ImageArchiveServer(ImageArchive archive, HttpServer server) {
        this.archive = archive;
        this.server = server;
    }

    /**
     * Starts a server. The caller closes it.
     *
     * @throws ButlerException if the address cannot be bound
     */
    public static ImageArchiveServer start(ImageArchive archive, InetSocketAddress address) {
        try {
            ImageArchiveServer server = new ImageArchiveServer(archive, HttpServer.create(address, 0));
            server.server.createContext("/", server::answer);
            server.server.setExecutor(server.threads);
            server.server.start();
            return server;
        } catch (IOException | RuntimeException e) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Cannot listen on %s:%d: %s.".formatted(address.getHostString(), address.getPort(), e.getMessage()),
                    "Choose another address with --listen; port 0 selects a free port.",
                    List.of(),
                    e);
        }
    }

    /** Returns the URL for {@code imageFactory.url}. */
    public URI url() {
        String host = server.getAddress().getHostString();
        return URI.create("http://%s:%d"
                .formatted(
                        host.contains(":") ? "[" + host + "]" : host,
                        server.getAddress().getPort()));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            LOG.debug("{} {}", exchange.getRequestMethod(), exchange.getRequestURI());
            switch (exchange.getRequestMethod()) {
                case "GET", "HEAD" -> read(exchange, exchange.getRequestURI().getPath());
                case "POST" -> upload(exchange, exchange.getRequestURI().getPath());
                default -> text(exchange, NOT_ALLOWED, "the image archive is read-only");
            }
        }
    }

    private void read(HttpExchange exchange, String path) throws IOException {
        if (path.equals("/versions")) {
            json(exchange, archive.manifest().versions());
            return;
        }
        Matcher overlays = OVERLAYS.matcher(path);
        if (overlays.matches() && archive.manifest().versions().contains(overlays.group(1))) {
            json(exchange, List.of());
            return;
        }
        Optional<ArchivedFile> document = document(path);
        if (document.isPresent()) {
            text(exchange, OK, archive.text(document.get()).stripTrailing());
            return;
        }
        image(exchange, path);
    }

    private Optional<ArchivedFile> document(String path) {
        Matcher extensions = EXTENSIONS.matcher(path);
        if (extensions.matches()) {
            return archive.manifest().find(ImageArchiveManifest.extensionsPath(extensions.group(1)));
        }
        return path.startsWith("/schematics/")
                ? archive.manifest().find(ImageArchiveManifest.schematicPath(path.substring("/schematics/".length())))
                : Optional.empty();
    }

    private void image(HttpExchange exchange, String path) throws IOException {
        Optional<ArchivedFile> image = find(path);
        if (image.isPresent()) {
            content(exchange, image.get());
            return;
        }
        Optional<ArchivedFile> checked =
                path.endsWith(CHECKSUM) ? find(path.substring(0, path.length() - CHECKSUM.length())) : Optional.empty();
        if (checked.isPresent()) {
            String name = checked.get().path();
            text(exchange, OK, checked.get().sha256() + "  " + name.substring(name.lastIndexOf('/') + 1));
            return;
        }
        text(exchange, NOT_FOUND, "not part of the image archive");
    }

    private Optional<ArchivedFile> find(String path) {
        return archive.manifest().images().stream()
                .filter(file -> path.equals("/" + file.path()))
                .findFirst();
    }

    private void content(HttpExchange exchange, ArchivedFile file) throws IOException {
        String tag = '"' + file.sha256() + '"';
        ByteRange range = ByteRange.of(
                Optional.ofNullable(exchange.getRequestHeaders().getFirst("Range")),
                Optional.ofNullable(exchange.getRequestHeaders().getFirst("If-Range")),
                tag,
                file.bytes());
        var headers = exchange.getResponseHeaders();
        headers.set("Content-Type", "application/octet-stream");
        headers.set("Accept-Ranges", "bytes");
        headers.set("ETag", tag);
        headers.set(
                "Content-Disposition",
                "attachment; filename=\"%s\""
                        .formatted(file.path().substring(file.path().lastIndexOf('/') + 1)));
        range.header(file.bytes()).ifPresent(value -> headers.set("Content-Range", value));
        if (exchange.getRequestMethod().equals("HEAD") || range.bytes() == 0) {
            headers.set("Content-Length", String.valueOf(range.bytes()));
            exchange.sendResponseHeaders(range.status(), -1);
            return;
        }
        exchange.sendResponseHeaders(range.status(), range.bytes());
        archive.copy(file, range.from(), range.bytes(), exchange.getResponseBody());
    }

    private void upload(HttpExchange exchange, String path) throws IOException {
        if (!path.equals("/schematics")) {
            text(exchange, NOT_FOUND, "not part of the image archive");
            return;
        }
        byte[] body = exchange.getRequestBody().readNBytes(LARGEST_SCHEMATIC);
        try {
            accept(
                    exchange,
                    Schematic.parse("schematic", body.length == 0 ? "{}" : new String(body, StandardCharsets.UTF_8)));
        } catch (ButlerException e) {
            text(exchange, BAD_REQUEST, e.getMessage());
        }
    }

    private void accept(HttpExchange exchange, Schematic schematic) throws IOException {
        if (!archive.manifest().schematics().contains(schematic.id())) {
            text(exchange, NOT_FOUND, "schematic %s is not part of the image archive".formatted(schematic.id()));
            return;
        }
        String json = JsonDocument.object()
                .put("id", schematic.id())
                .put("schematic", schematic.yaml())
                .toString();
        text(exchange, CREATED, json);
    }

    private static void json(HttpExchange exchange, List<String> words) throws IOException {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        words.forEach(list::add);
        text(exchange, OK, list.toString());
    }

    private static void text(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = (text + "\n").getBytes(StandardCharsets.UTF_8);
        boolean isJson = text.startsWith("[") || text.startsWith("{\"");
        exchange.getResponseHeaders().set("Content-Type", isJson ? "application/json" : "text/plain; charset=utf-8");
        if (exchange.getRequestMethod().toUpperCase(Locale.ROOT).equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
            exchange.sendResponseHeaders(status, -1);
            return;
        }
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
