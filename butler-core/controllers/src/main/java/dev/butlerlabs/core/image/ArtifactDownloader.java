package dev.butlerlabs.core.image;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.SecretRedactor;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/**
 * Opens downloads of an Image Factory, which redirects them to object storage or a CDN. Credentials are sent to the factory only.
 * Thread-safe.
 */
final class ArtifactDownloader implements AutoCloseable {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration HEADER_TIMEOUT = Duration.ofMinutes(5);
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final int MOST_REDIRECTS = 5;
    private static final int LONGEST_ERROR = 4096;
    private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d+)-\\d+/(\\d+)");

    private final ImageFactorySettings settings;
    private final SecretRedactor redactor;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http;

    ArtifactDownloader(ImageFactorySettings settings, SSLContext tls, SecretRedactor redactor) {
        this.settings = settings;
        this.redactor = redactor;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(threads)
                .sslContext(tls)
                .build();
    }

    /**
     * Opens a download.
     *
     * @param from position of the first byte to read
     * @param tag entity tag of the bytes before; the server sends the whole content if it changed
     * @throws IOException if the connection fails or the server is not available
     * @throws ButlerException if the server rejects the request
     */
    ResumableDownload.Part open(URI url, long from, Optional<String> tag) throws IOException {
        URI target = url;
        for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
            HttpResponse<InputStream> response = send(request(target, isFactory(target), from, tag));
            if (!REDIRECTS.contains(response.statusCode())) {
                return part(response, from);
            }
            response.body().close();
            target = redirect(target, response);
        }
        throw new ButlerException(
                ErrorCode.PROVIDER,
                "The image factory %s redirected the download more than %d times."
                        .formatted(settings.url().getAuthority(), MOST_REDIRECTS));
    }

    private boolean isFactory(URI target) {
        URI factory = settings.url();
        return factory.getScheme().equalsIgnoreCase(target.getScheme())
                && factory.getHost().equalsIgnoreCase(target.getHost())
                && factory.getPort() == target.getPort();
    }

    private HttpRequest request(URI target, boolean withLogin, long from, Optional<String> tag) {
        HttpRequest.Builder request = HttpRequest.newBuilder(target).timeout(HEADER_TIMEOUT);
        if (withLogin) {
            settings.authorization().ifPresent(value -> request.header("Authorization", value.value()));
        }
        if (from > 0) {
            request.header("Range", "bytes=" + from + "-");
            tag.ifPresent(value -> request.header("If-Range", value));
        }
        return request.build();
    }

    private HttpResponse<InputStream> send(HttpRequest request) throws IOException {
        try {
            return http.send(request, BodyHandlers.ofInputStream());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "Interrupted while downloading an image.", e);
        }
    }

    private URI redirect(URI from, HttpResponse<?> response) {
        URI target = response.headers()
                .firstValue("Location")
                .map(from::resolve)
                .filter(uri -> uri.getHost() != null)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.PROVIDER, "The image factory redirected the download to an invalid address."));
        if ("https".equals(from.getScheme()) && !"https".equals(target.getScheme())) {
            throw new ButlerException(
                    ErrorCode.PROVIDER,
                    "The image factory redirected the download to %s without encryption.".formatted(target.getHost()),
                    "Use another image factory.");
        }
        return target;
    }

    private ResumableDownload.Part part(HttpResponse<InputStream> response, long from) throws IOException {
        return switch (response.statusCode()) {
            case 200 ->
                new ResumableDownload.Part(0, length(response, "Content-Length"), tag(response), response.body());
            case 206 -> ranged(response, from);
            default -> throw rejected(response);
        };
    }

    private static ResumableDownload.Part ranged(HttpResponse<InputStream> response, long from) throws IOException {
        Matcher range = CONTENT_RANGE.matcher(
                response.headers().firstValue("Content-Range").orElse(""));
        if (!range.matches() || Long.parseLong(range.group(1)) != from) {
            response.body().close();
            throw new IOException("the server returned another range than requested");
        }
        return new ResumableDownload.Part(
                from, Optional.of(Long.parseLong(range.group(2))), tag(response), response.body());
    }

    private static Optional<Long> length(HttpResponse<?> response, String header) {
        return response.headers()
                .firstValue(header)
                .filter(text -> text.matches("[0-9]{1,18}"))
                .map(Long::parseLong);
    }

    /** Returns a strong entity tag; a weak one does not identify bytes. */
    private static Optional<String> tag(HttpResponse<?> response) {
        return response.headers().firstValue("ETag").filter(tag -> !tag.startsWith("W/"));
    }

    private IOException rejected(HttpResponse<InputStream> response) throws IOException {
        String text;
        try (InputStream body = response.body()) {
            text = new String(body.readNBytes(LONGEST_ERROR), StandardCharsets.UTF_8);
        }
        ButlerException failure =
                ImageFactoryErrorMapper.of(settings, "download", response.statusCode(), text, redactor);
        if (failure.code() == ErrorCode.PROVIDER_TROUBLED || failure.code() == ErrorCode.THROTTLED) {
            return new IOException(failure.getMessage(), failure);
        }
        throw failure;
    }

    @Override
    public void close() {
        http.shutdownNow();
        threads.shutdownNow();
    }
}
