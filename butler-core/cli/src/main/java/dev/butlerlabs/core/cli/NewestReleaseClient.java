package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Reads the version of the newest release from the file VERSION in a directory of releases. Sends nothing but the request. */
final class NewestReleaseClient {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int LONGEST_ANSWER = 200;
    private static final int OK = 200;
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

    private final URI file;

    private NewestReleaseClient(URI file) {
        this.file = file;
    }

    /**
     * @param directory URL of the directory, with HTTPS or on loopback
     * @throws ButlerException if it is not such a URL
     */
    static NewestReleaseClient of(String directory) {
        try {
            URI uri = URI.create(directory.endsWith("/") ? directory : directory + "/");
            boolean isLocal = "http".equals(uri.getScheme()) && LOOPBACK.contains(String.valueOf(uri.getHost()));
            if (uri.getHost() != null && uri.getUserInfo() == null && (isLocal || "https".equals(uri.getScheme()))) {
                return new NewestReleaseClient(uri.resolve("VERSION"));
            }
        } catch (IllegalArgumentException invalid) {
            // Reported below, as any other text that is not such a URL.
        }
        throw ButlerException.invalid(
                "Invalid release URL:",
                List.of(new InputProblem(
                        directory,
                        "must start with https:// and contain a host; http:// is allowed on loopback only")));
    }

    /** @throws ButlerException if the server is unreachable, or the file is not a version */
    ProgramVersion newest() {
        HttpRequest request = HttpRequest.newBuilder(file).timeout(LIMIT).build();
        try (HttpClient http = HttpClient.newBuilder()
                .connectTimeout(LIMIT)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build()) {
            HttpResponse<InputStream> response = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                return read(response.statusCode(), body);
            }
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.UNREACHABLE, "Cannot read %s: %s.".formatted(file, reason(e)), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "Cancelled while reading %s.".formatted(file), e);
        }
    }

    private ProgramVersion read(int status, InputStream body) throws IOException {
        if (status != OK) {
            throw new ButlerException(
                    ErrorCode.UNREACHABLE,
                    "Cannot read %s: the server answered with status %d.".formatted(file, status));
        }
        String text = new String(body.readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8).strip();
        return ProgramVersion.parse(text)
                .orElseThrow(() -> ButlerException.invalid(
                        "Invalid release file:", List.of(new InputProblem(file.toString(), "is not a version"))));
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
