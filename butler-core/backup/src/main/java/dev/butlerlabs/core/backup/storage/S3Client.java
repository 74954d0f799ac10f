package dev.butlerlabs.core.backup.storage;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.retry.CallRetrier;
import dev.butlerlabs.core.retry.CallRetryPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Sends signed requests to one bucket. Requests that fail temporarily are repeated. Thread-safe. */
final class S3Client {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Pattern CODE = Pattern.compile("<Code>([^<]*)</Code>");
    private static final Pattern MESSAGE = Pattern.compile("<Message>([^<]*)</Message>");
    private static final int FIRST_ERROR = 300;
    private static final int MAX_ERROR_BYTES = 64 * 1024;

    private final S3Settings settings;
    private final String bucket;
    private final Clock clock;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    private final CallRetrier retrier = new CallRetrier(CallRetryPolicy.on(
                    failure -> failure instanceof ButlerException e && e.code() == ErrorCode.PROVIDER_TROUBLED)
            .withAttempts(5));

    S3Client(S3Settings settings, String bucket, Clock clock) {
        this.settings = settings;
        this.bucket = bucket;
        this.clock = clock;
    }

    /** An answer whose body the caller reads and closes. */
    record Answer(InputStream body, Map<String, String> headers) {
        String text() {
            try (InputStream stream = body) {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new ButlerException(
                        ErrorCode.UNREACHABLE,
                        "The S3 storage closed the connection: %s.".formatted(e.getMessage()),
                        e);
            }
        }
    }

    /**
     * Sends a request.
     *
     * @param doing what the request does, for messages, such as {@code listing backups}
     * @throws ButlerException if the storage cannot be reached or rejects the request
     */
    Answer send(
            String doing,
            String method,
            String key,
            Map<String, String> query,
            byte[] body,
            Map<String, String> headers) {
        return retrier.call(() -> attempt(doing, method, uri(key, query), body, headers));
    }

    private Answer attempt(String doing, String method, URI uri, byte[] body, Map<String, String> headers) {
        SortedMap<String, String> signed = AwsSignature.sign(settings, method, uri, body, headers, clock.instant());
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(LIMIT)
                .method(
                        method,
                        body.length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        signed.forEach(request::header);
        try {
            HttpResponse<InputStream> response = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            if (response.statusCode() >= FIRST_ERROR) {
                throw rejected(doing, response);
            }
            Map<String, String> received = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            response.headers().map().forEach((name, values) -> received.put(name, values.getFirst()));
            return new Answer(response.body(), received);
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.UNREACHABLE,
                    "Cannot connect to the S3 storage %s for %s: %s.".formatted(uri.getAuthority(), doing, reason(e)),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "Cancelled while %s.".formatted(doing), e);
        }
    }

    private static String reason(IOException e) {
        if (e instanceof ConnectException) {
            return e.getCause() instanceof ConnectException
                            && e.getCause().getCause() instanceof UnresolvedAddressException
                    ? "the host name is unknown"
                    : "the connection was refused";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName().replace("Exception", "") : e.getMessage();
    }

    private ButlerException rejected(String doing, HttpResponse<InputStream> response) throws IOException {
        String text;
        try (InputStream body = response.body()) {
            text = new String(body.readNBytes(MAX_ERROR_BYTES), StandardCharsets.UTF_8);
        }
        String reason =
                "%s %s".formatted(found(CODE, text), found(MESSAGE, text)).strip();
        String sentence = "The S3 storage rejected %s in bucket %s: %s."
                .formatted(
                        doing,
                        bucket,
                        reason.isEmpty() ? "status " + response.statusCode() : reason.replaceFirst("\\.$", ""));
        ErrorCode code = code(response.statusCode());
        return new ButlerException(code, sentence, hint(code));
    }

    private static String hint(ErrorCode code) {
        return switch (code) {
            case UNAUTHENTICATED, FORBIDDEN ->
                "Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and the permissions of this account for the bucket.";
            case NOT_FOUND ->
                "Check the names of the bucket and of the backup, and the region and endpoint of the storage.";
            default -> code.remedy();
        };
    }

    private static ErrorCode code(int status) {
        return switch (status) {
            case 401 -> ErrorCode.UNAUTHENTICATED;
            case 403 -> ErrorCode.FORBIDDEN;
            case 404 -> ErrorCode.NOT_FOUND;
            case 429, 500, 502, 503, 504 -> ErrorCode.PROVIDER_TROUBLED;
            default -> ErrorCode.PROVIDER;
        };
    }

    private static String found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }

    private URI uri(String key, Map<String, String> query) {
        String path = key.isEmpty() ? "" : "/" + encodedPath(key);
        String parameters = new TreeMap<>(query)
                .entrySet().stream()
                        .map(entry -> encoded(entry.getKey()) + "=" + encoded(entry.getValue()))
                        .collect(Collectors.joining("&", query.isEmpty() ? "" : "?", ""));
        String base = settings.endpoint()
                .map(endpoint -> endpoint.toString().replaceFirst("/+$", "") + "/" + bucket)
                .orElseGet(() -> "https://%s.s3.%s.amazonaws.com".formatted(bucket, settings.region()));
        return URI.create(base + (path.isEmpty() ? "/" : path) + parameters);
    }

    private static String encodedPath(String key) {
        return Arrays.stream(key.split("/", -1)).map(S3Client::encoded).collect(Collectors.joining("/"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }
}
