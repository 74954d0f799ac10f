package dev.butlerlabs.core.server.page;

import dev.butlerlabs.core.server.http.ProblemException;
import dev.butlerlabs.core.server.http.WebRequest;
import dev.butlerlabs.core.server.http.WebResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Serves the files of the console and, for the addresses of its pages, the first page. A path is never resolved: it either has the form of a file
 * name and is looked up as a whole, or it is not found. Thread-safe.
 */
public final class ConsolePages {
    private static final String INDEX = "index.html";
    private static final Pattern FILE = Pattern.compile(
            "/((assets/)?[A-Za-z0-9_][A-Za-z0-9_.-]*\\.(css|html|ico|js|json|png|svg|txt|webmanifest|woff2))");
    private static final Pattern HASHED = Pattern.compile("assets/.*-[A-Za-z0-9_-]{8,}\\.[a-z0-9]+");
    private static final String NAME = "[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?";
    private static final Pattern PAGE = Pattern.compile(
            "/(login|clusters(/new|/NAME/NAME(/[a-z]+)?)?|addons|certificates|networks(/NAME/NAME)?|teams(/NAME)?|providers|runs(/[A-Za-z0-9._-]{1,253})?|audit)?"
                    .replace("NAME", NAME));
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("css", "text/css; charset=utf-8"),
            Map.entry("html", "text/html; charset=utf-8"),
            Map.entry("ico", "image/x-icon"),
            Map.entry("js", "text/javascript; charset=utf-8"),
            Map.entry("json", "application/json"),
            Map.entry("png", "image/png"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("txt", "text/plain; charset=utf-8"),
            Map.entry("webmanifest", "application/manifest+json"),
            Map.entry("woff2", "font/woff2"));

    private final String directory;
    private final Map<String, Optional<PageFile>> files = new ConcurrentHashMap<>();

    /** @param directory of the class path, such as {@code /dev/butlerlabs/core/server/console/} */
    public ConsolePages(String directory) {
        this.directory = directory;
    }

    /** A file and its digest. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record PageFile(String name, byte[] content, String tag) {}

    /** Handles a request outside of the API. */
    public WebResponse handle(WebRequest request) {
        if (!request.isRead()) {
            throw ProblemException.of(405, "Method not allowed", "Pages can only be read.");
        }
        if (PAGE.matcher(request.path()).matches()) {
            return file(INDEX).map(file -> send(request, file)).orElseGet(ConsolePages::notBuiltIn);
        }
        var name = FILE.matcher(request.path());
        return (name.matches() ? file(name.group(1)) : Optional.<PageFile>empty())
                .map(file -> send(request, file))
                .orElseThrow(() -> ProblemException.of(404, "Not found", "Page not found."));
    }

    private Optional<PageFile> file(String name) {
        // Only names of existing files are remembered, so that requests cannot fill the memory.
        Optional<PageFile> known = files.getOrDefault(name, Optional.empty());
        if (known.isPresent()) {
            return known;
        }
        Optional<PageFile> found = read(name);
        found.ifPresent(_ -> files.put(name, found));
        return found;
    }

    private Optional<PageFile> read(String name) {
        try (InputStream in = ConsolePages.class.getResourceAsStream(directory + name)) {
            if (in == null) {
                return Optional.empty();
            }
            byte[] content = in.readAllBytes();
            return Optional.of(new PageFile(name, content, tag(content)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String tag(byte[] content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return "\"" + HexFormat.of().formatHex(digest, 0, 16) + "\"";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Sends a file, compressed if the build contains it in this form. Names of hashed files change with their content. */
    private WebResponse send(WebRequest request, PageFile file) {
        boolean compressed = request.header("accept-encoding")
                        .filter(text -> text.contains("gzip"))
                        .isPresent()
                && file(file.name() + ".gz").isPresent();
        String caching = HASHED.matcher(file.name()).matches() ? "public, max-age=31536000, immutable" : "no-cache";
        boolean unchanged =
                request.header("if-none-match").filter(file.tag()::equals).isPresent();
        WebResponse response = unchanged
                ? WebResponse.empty(304)
                : WebResponse.of(
                        200,
                        type(file.name()),
                        (compressed ? file(file.name() + ".gz").orElseThrow() : file).content());
        WebResponse cached =
                response.with("ETag", file.tag()).with("Cache-Control", caching).with("Vary", "Accept-Encoding");
        return compressed && !unchanged ? cached.with("Content-Encoding", "gzip") : cached;
    }

    private static String type(String name) {
        return TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    }

    private static WebResponse notBuiltIn() {
        return WebResponse.text(
                200,
                "text/html; charset=utf-8",
                "<!doctype html><html lang=\"en\"><title>Butler</title><h1>The console is not part of this build</h1>"
                        + "<p>The API is served under <code>/api</code>. Build the pages with <code>mvn -Pconsole</code>.</p></html>\n");
    }
}
